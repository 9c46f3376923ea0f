import type { FormEvent, KeyboardEvent, RefObject } from 'react';
import { MAX_NEED } from '#model/catalogue/need.ts';
import { formatCount, manyPieces } from '#texts/format.ts';
import { Icon } from '../kernel/icon.tsx';
import { Skeleton } from '../kernel/skeleton.tsx';
import { canDeliver, type ToolSearch } from './tool-choices.ts';
import { totalTools } from './total-tools.ts';

interface LensProps {
  /** As the last answer has it: what the form sends before its script has loaded. */
  search: ToolSearch;
  view: 'grid' | 'list';
  need: number | undefined;
  /** What is typed is no quantity; the prices are those of `need`. */
  wrong: boolean;
  all: boolean;
  /** Tools that have all; undefined until they are counted. */
  deliverable: number | undefined;
  field: RefObject<HTMLInputElement | null>;
  onType: (text: string) => void;
  /** Without waiting for the next key. */
  onNow: () => void;
  onChoose: (need: number | undefined) => void;
  onAll: (all: boolean) => void;
}

const QUICK = [50, 100, 250, 500];

/** How many pieces somebody needs: every price on the page is for so many. */
export function Lens({ search, view, need, wrong, all, deliverable, field, ...on }: LensProps) {
  const { onType, onNow, onChoose, onAll } = on;
  const kept = { ...search, need: '', all: '', sort: search.sort === 'total' ? '' : search.sort, view };
  function submit(event: FormEvent) {
    event.preventDefault();
    onNow();
  }
  function clear() {
    onChoose(undefined);
    field.current?.focus();
  }
  function escapeKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !field.current?.value) return;
    event.preventDefault();
    clear();
  }
  return (
    <form
      className="lens"
      data-on={need !== undefined || undefined}
      aria-label="Quantity you need"
      action="/#tools"
      autoComplete="off"
      onSubmit={submit}
    >
      <div className="lens__say">
        <label htmlFor="need">I need</label>
        <span className="lens__box">
          <input
            ref={field}
            id="need"
            name="need"
            inputMode="numeric"
            placeholder="how many"
            maxLength={20}
            defaultValue={need === undefined ? '' : formatCount(need)}
            aria-invalid={wrong || undefined}
            aria-describedby="need-note"
            onChange={(event) => onType(event.target.value)}
            onKeyDown={escapeKey}
          />
          {(need !== undefined || wrong) && (
            <button
              className="lens__x"
              type="button"
              aria-label={need === undefined ? 'Clear' : `Clear ${manyPieces(need)}`}
              onClick={clear}
            >
              <Icon name="x" small />
            </button>
          )}
        </span>
        <span>{need === 1 ? 'piece' : 'pieces'}</span>
      </div>
      <p className="lens__note" id="need-note" data-wrong={wrong || undefined}>
        <span role="status">{wrong && `Enter a whole number from 1 to ${formatCount(MAX_NEED)}.`}</span>
        {!wrong && need === undefined && (
          <span>Type a quantity: every tool shows its price, its total and whether we have them all.</span>
        )}
        {!wrong && need !== undefined && (
          <span>
            Every price below is for <b>{manyPieces(need)}</b>.
          </span>
        )}
      </p>
      {need === undefined ? (
        <div className="lens__quick">
          {QUICK.map((count) => (
            <button
              key={count}
              className="chip"
              type="button"
              aria-label={`I need ${count} pieces`}
              onClick={({ detail }) => {
                onChoose(count);
                // A keyboard must not lose its place with the button; a finger must not open one.
                if (detail === 0) field.current?.focus();
              }}
            >
              {count}
            </button>
          ))}
        </div>
      ) : (
        <label className="check lens__all">
          <input type="checkbox" name="all" value="1" checked={all} onChange={(event) => onAll(event.target.checked)} />
          <span>
            {canDeliver(need)}
            <span className="lens__n">{deliverable === undefined ? <Skeleton /> : totalTools(deliverable)}</span>
          </span>
        </label>
      )}
      {Object.entries(kept).map(([name, text]) => text && <input key={name} type="hidden" name={name} value={text} />)}
    </form>
  );
}
