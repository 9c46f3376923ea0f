import { type ComponentProps, type CSSProperties, type KeyboardEvent, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { MAX_STEPS } from '#model/catalogue/ladder.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { readWholeNumber } from '#model/catalogue/whole-number.ts';
import { formatCount, formatDollars, formatRange } from '#texts/format.ts';
import { Button } from '../kernel/button.tsx';
import { Icon } from '../kernel/icon.tsx';
import {
  BLANK_STEP,
  guardedSentence,
  isBlank,
  readSteps,
  type TypedLadder,
  type TypedStep,
  typedLadderProblems,
} from './typed-ladder.ts';

interface PriceStepsProps {
  ladder: TypedLadder;
  /** By field: "price", "steps.0.from". */
  errors: Readonly<Record<string, string | undefined>>;
  /** What is saved, where it is changed here: what differs is marked. */
  saved?: Pick<Tool, 'price' | 'steps'>;
  /** The price of the first row is typed here, not in a field of its own. */
  onPrice?: (price: string) => void;
  onSteps: (steps: TypedStep[]) => void;
}

/** What a piece costs in which quantities: the first row follows the minimum, the others are its steps. */
export function PriceSteps({ ladder, errors, saved, onPrice, onSteps }: PriceStepsProps) {
  const { price, min_quantity, steps } = ladder;
  const table = useRef<HTMLTableElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const id = useId();
  const last = steps.at(-1);
  const canAdd = steps.length < MAX_STEPS;

  const change = (place: number, part: Partial<TypedStep>) =>
    onSteps(steps.map((step, at) => (at === place ? { ...step, ...part } : step)));
  function addStep() {
    if (!last || !isBlank(last)) flushSync(() => onSteps([...steps, BLANK_STEP]));
    table.current?.querySelector<HTMLElement>('tbody:last-of-type input')?.focus();
  }
  function remove(place: number) {
    flushSync(() => onSteps(steps.filter((_, at) => at !== place)));
    add.current?.focus();
  }
  function enter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (canAdd) addStep();
  }
  const look = (typed: string, before: number | undefined) => ({
    className: saved && readWholeNumber(typed) !== before ? 'in is-changed' : 'in',
  });
  /** Ties a control to the error below its row. */
  const wrong = (field: string, row: string) =>
    errors[field] ? { 'aria-invalid': true, 'aria-describedby': `${id}${row}` } : {};

  return (
    <>
      <table className="ladder" aria-label="Steps" ref={table}>
        <thead>
          <tr>
            <th scope="col">From pieces</th>
            <th scope="col">Price per piece</th>
            <th scope="col" className="ladder__sum">
              An order of this size
            </th>
            <th scope="col">
              <span className="sr">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <span className="in">{min_quantity.trim() || '–'}</span>
            </td>
            <td>
              {onPrice ? (
                <PriceInput
                  name="price"
                  {...look(price, saved?.price)}
                  aria-label="Price"
                  value={price}
                  onChange={({ target }) => onPrice(target.value)}
                  {...wrong('price', 'first')}
                />
              ) : (
                <span className="in">{price.trim() ? `$${price.trim()}` : '–'}</span>
              )}
            </td>
            <td className="ladder__sum">{sizeWords(min_quantity, price)}</td>
            <td />
          </tr>
          <ErrorRow id={`${id}first`} texts={[errors.price]} show={onPrice !== undefined} />
        </tbody>
        {steps.map((step, place) => {
          const fields = { from: `steps.${place}.from`, price: `steps.${place}.price` };
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place
            <tbody key={place}>
              <tr>
                <td>
                  <input
                    {...look(step.from, saved?.steps[place]?.from)}
                    inputMode="numeric"
                    autoComplete="off"
                    aria-label={`Step ${place + 1}: from pieces`}
                    value={step.from}
                    onChange={({ target }) => change(place, { from: target.value })}
                    {...wrong(fields.from, `${place}`)}
                  />
                </td>
                <td>
                  <PriceInput
                    {...look(step.price, saved?.steps[place]?.price)}
                    aria-label={`Step ${place + 1}: price per piece`}
                    value={step.price}
                    onChange={({ target }) => change(place, { price: target.value })}
                    onKeyDown={place === steps.length - 1 ? enter : undefined}
                    {...wrong(fields.price, `${place}`)}
                  />
                </td>
                <td className="ladder__sum">{sizeWords(step.from, step.price)}</td>
                <td>
                  <button
                    className="btn btn--quiet btn--icon btn--sm"
                    type="button"
                    aria-label={`Remove step ${place + 1}`}
                    onClick={() => remove(place)}
                  >
                    <Icon name="x" />
                  </button>
                </td>
              </tr>
              <ErrorRow id={`${id}${place}`} texts={[errors[fields.from], errors[fields.price]]} show />
            </tbody>
          );
        })}
      </table>
      <Button ref={add} variant="quiet" size="sm" icon="plus" disabled={!canAdd} onClick={addStep}>
        Add step
      </Button>
      <Stair ladder={ladder} />
      <Verdict ladder={ladder} />
    </>
  );
}

const PriceInput = (input: ComponentProps<'input'>) => (
  <div className="in-pre">
    <span aria-hidden="true">$</span>
    <input inputMode="numeric" autoComplete="off" {...input} />
  </div>
);

function ErrorRow({ id, texts, show }: { id: string; texts: (string | undefined)[]; show: boolean }) {
  const said = texts.filter((text) => text !== undefined);
  if (!show || said.length === 0) return null;
  return (
    <tr>
      <td className="ladder__err" colSpan={4} id={id}>
        {said.map((text) => (
          <p key={text} className="err">
            <Icon name="warn" small />
            {text}
          </p>
        ))}
      </td>
    </tr>
  );
}

function sizeWords(from: string, price: string): string {
  const [pieces, dollars] = [readWholeNumber(from), readWholeNumber(price)];
  return pieces && dollars ? `${formatCount(pieces)} pieces: ${formatDollars(pieces * dollars)}` : '';
}

/** The prices as a picture: the words beside it say the same. */
function Stair({ ladder }: { ladder: TypedLadder }) {
  const [minimum, first] = [readWholeNumber(ladder.min_quantity), readWholeNumber(ladder.price)];
  const steps = readSteps(ladder.steps);
  if (!minimum || !first || steps.length === 0) return null;
  const wrong = new Set(typedLadderProblems(ladder).map(({ field }) => field.split('.')[1]));
  const rows = [{ from: minimum, price: first, place: -1 }, ...steps];
  const highest = Math.max(...rows.map(({ price }) => price));
  return (
    <div className="stair" aria-hidden="true">
      {rows.map(({ from, price, place }, at) => {
        const next = rows[at + 1]?.from;
        return (
          <span
            key={place}
            className={wrong.has(`${place}`) ? 'is-bad' : undefined}
            style={{ '--f': 1 + 0.6 * at, '--h': `${(price / highest) * 100}%` } as CSSProperties}
          >
            {formatDollars(price)}
            <small>{next && next > from ? formatRange(from, next - 1) : `from ${formatCount(from)}`}</small>
          </span>
        );
      })}
    </div>
  );
}

function Verdict({ ladder }: { ladder: TypedLadder }) {
  const good = readSteps(ladder.steps).length > 0 && typedLadderProblems(ladder).length === 0;
  const told = good && guardedSentence(ladder);
  return (
    <div className="verdict" role="status">
      {good && (
        <p>
          <Icon name="check" small className="verdict__ok" />
          No piece gets dearer in a bigger order.
        </p>
      )}
      {told && (
        <p>
          <Icon name="info" small />
          {told}
        </p>
      )}
    </div>
  );
}
