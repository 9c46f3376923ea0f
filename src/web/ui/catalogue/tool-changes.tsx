import { Fragment, type ReactNode, useState } from 'react';
import type { ToolChange } from '#model/catalogue/tool-edit.ts';
import type { ToolEvent } from '#model/catalogue/tool-field.ts';
import { titled } from '#model/kernel/titled.ts';
import { daysBetween } from '#texts/format-time.ts';
import { Button } from '../kernel/button.tsx';
import { Icon } from '../kernel/icon.tsx';
import { Line } from '../kernel/line.tsx';
import { Moment } from '../kernel/moment.tsx';
import { type Piece, wordDiff } from '../kernel/word-diff.ts';
import { type Change, changesSentence, fieldWords, isShort, valueWords } from './change-words.ts';

interface ToolChangesProps {
  changes: readonly ToolChange[];
  /** Undefined while earlier changes are not loaded. */
  added: string | undefined;
  busy: number | undefined;
  onUndo?: ((change: ToolChange) => void) | undefined;
}

const EVENT_WORDS: Record<ToolEvent, string> = { archived: 'Archived', restored: 'Restored' };

/** The first of the earlier changes that come is focused by it. */
export const changeId = (id: ToolChange['id']): string => `change-${id}`;

/** Newest first, by day. */
export function ToolChanges({ changes, added, busy, onUndo }: ToolChangesProps) {
  const entries = [...changes.map(({ at }) => at), ...(added ? [added] : [])];
  const days = ['Today', 'Yesterday', 'Earlier'].filter((day) => entries.some((at) => dayOf(at) === day));
  /** Undefined while that change is not loaded. */
  const wordsOf = (at: string) => {
    const undid = changes.find((change) => change.undone && change.at === at);
    return undid ? `“${changesSentence(undid.fields)}”` : 'the change';
  };
  return days.map((day) => (
    <section key={day} aria-label={day}>
      <h2 className="tl__day">{day}</h2>
      <ol className="tl">
        {changes
          .filter(({ at }) => dayOf(at) === day)
          .map((change) => (
            <li key={change.id} className={change === changes[0] ? 'tl__now' : undefined}>
              <div>
                <p id={changeId(change.id)} tabIndex={-1}>
                  {change.undoes && <b>Undone: </b>}
                  {change.event ? <b>{EVENT_WORDS[change.event]}</b> : <Fields fields={change.fields} />}
                </p>
                <p className="tl__by">
                  <bdi>{change.by}</bdi>, <Moment iso={change.at} />
                  {change.undoes && (
                    <>
                      . Undid {wordsOf(change.undoes.at)} of <Moment iso={change.undoes.at} />
                    </>
                  )}
                  {change.undone && '. Undone since'}
                </p>
                {change.fields
                  .filter(({ field }) => !isShort(field))
                  .map((one) => (
                    <Both key={one.field} {...one} />
                  ))}
              </div>
              {onUndo && !change.event && !change.undoes && !change.undone && (
                <Button
                  size="sm"
                  icon="undo"
                  loading={busy === change.id}
                  aria-label={`Undo: ${changesSentence(change.fields)}`}
                  onClick={() => onUndo(change)}
                >
                  Undo
                </Button>
              )}
            </li>
          ))}
        {added && dayOf(added) === day && (
          <li className="tl__ok">
            <div>
              <p>
                <b>Added</b>
              </p>
              <p className="tl__by">
                <Moment iso={added} />
              </p>
            </div>
          </li>
        )}
      </ol>
    </section>
  ));
}

function Fields({ fields }: { fields: readonly Change[] }) {
  return fields.map(({ field, from, to }, place) => (
    <Fragment key={field}>
      {place > 0 && ', '}
      <b>{place === 0 ? titled(fieldWords(field)) : fieldWords(field)}</b>{' '}
      {isShort(field) ? (
        <span className="diff">
          <del>
            <span className="sr">from </span>
            <bdi>{valueWords(field, from)}</bdi>
          </del>
          <Icon name="right" small />
          <ins>
            <span className="sr">to </span>
            <bdi>{valueWords(field, to)}</bdi>
          </ins>
        </span>
      ) : (
        changedWord(field)
      )}
    </Fragment>
  ));
}

const changedWord = (field: Change['field']): string => (field === 'image' ? 'changed' : 'reworded');

function Both({ field, from, to }: Change) {
  // Compared on demand.
  const [open, setOpen] = useState(false);
  return (
    <details className="both" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>See the two {fieldWords(field)}s</summary>
      {open &&
        (field === 'image' ? (
          <Sides before={pictureOf(`${from}`)} after={pictureOf(`${to}`)} />
        ) : (
          <Texts before={`${from}`} after={`${to}`} />
        ))}
    </details>
  );
}

function Texts({ before, after }: { before: string; after: string }) {
  const pieces = wordDiff(before, after);
  return (
    <Sides before={<Marked pieces={pieces} without="after" />} after={<Marked pieces={pieces} without="before" />} />
  );
}

const MARK = { both: 'span', before: 'del', after: 'ins' } as const;

function Marked({ pieces, without }: { pieces: readonly Piece[]; without: Piece['in'] }) {
  const own = pieces.filter((piece) => piece.in !== without);
  if (own.length === 0) return 'none';
  return own.map((piece, place) => {
    const Mark = MARK[piece.in];
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text stay in their places
    return <Mark key={place}>{piece.text}</Mark>;
  });
}

function Sides({ before, after }: { before: ReactNode; after: ReactNode }) {
  return (
    <dl>
      <Line label="Before" is={before} />
      <Line label="After" is={after} />
    </dl>
  );
}

const pictureOf = (url: string) => <img src={url} alt="" width="120" height="120" loading="lazy" />;

function dayOf(iso: string): string {
  const days = daysBetween(Date.parse(iso), Date.now());
  if (days <= 0) return 'Today';
  return days === 1 ? 'Yesterday' : 'Earlier';
}
