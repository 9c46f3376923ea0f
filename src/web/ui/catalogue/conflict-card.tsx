import { useEffect, useId, useRef, useState } from 'react';
import { type FieldValue, isSameValue, type ToolField } from '#model/catalogue/tool-field.ts';
import { titled } from '#model/kernel/titled.ts';
import { Button } from '../kernel/button.tsx';
import { Icon } from '../kernel/icon.tsx';
import { Link } from '../kernel/link.tsx';
import { Moment } from '../kernel/moment.tsx';
import { fieldWords, valueWords } from './change-words.ts';

export interface Clash {
  readonly field: ToolField;
  readonly before: FieldValue;
  readonly theirs: FieldValue;
  readonly yours: FieldValue;
}

const TITLES = { theirs: 'Theirs, saved', yours: 'Yours, not saved' };

interface ConflictCardProps {
  by: string;
  at: string;
  clashes: readonly Clash[];
  /** All unsaved changes, these included. */
  count: number;
  busy: boolean;
  historyTo: string;
  onSave: (theirs: ReadonlySet<ToolField>) => void;
  onDrop: () => void;
}

/** Another admin saved a field that was changed here too, or one that what was changed here must fit: the user chooses. */
export function ConflictCard({ by, at, clashes, count, busy, historyTo, onSave, onDrop }: ConflictCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const [theirs, setTheirs] = useState<ReadonlySet<ToolField>>(new Set(clashes.map(({ field }) => field)));
  const [unfit] = useState(() => clashes.some(({ before, yours }) => isSameValue(before, yours)));
  useEffect(() => heading.current?.focus(), []);
  const choose = (field: ToolField, isTheirs: boolean) => {
    const next = new Set(theirs);
    if (isTheirs) next.add(field);
    else next.delete(field);
    setTheirs(next);
  };
  return (
    <section className="conflict" role="alert" aria-labelledby={id}>
      <h2 className="h3" id={id} ref={heading} tabIndex={-1}>
        <Icon name="warn" />
        <span>
          <bdi>{by}</bdi> saved this tool while you were writing
        </span>
      </h2>
      <p>
        Saved <Moment iso={at} />. Nothing of yours is lost.{' '}
        {unfit
          ? 'What they changed does not fit what you changed: choose.'
          : `${clashes.length === 1 ? 'One field was' : `${clashes.length} fields were`} changed by both: choose.`}
      </p>
      <table className="clash">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">{TITLES.theirs}</th>
            <th scope="col">{TITLES.yours}</th>
          </tr>
        </thead>
        <tbody>
          {clashes.map(({ field, before, ...values }) => (
            <tr key={field}>
              <th scope="row">{titled(fieldWords(field))}</th>
              <td data-l="Before">
                <Value field={field} value={before} />
              </td>
              {(['theirs', 'yours'] as const).map((whose) => (
                <td
                  key={whose}
                  data-l={TITLES[whose]}
                  className={(whose === 'theirs') === theirs.has(field) ? 'is-on' : undefined}
                >
                  <label className="check">
                    <input
                      type="radio"
                      name={`${id}${field}`}
                      checked={(whose === 'theirs') === theirs.has(field)}
                      onChange={() => choose(field, whose === 'theirs')}
                    />
                    <span className="sr">
                      {titled(fieldWords(field))}, {TITLES[whose]}:
                    </span>
                    <Value field={field} value={values[whose]} />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="acts">
        <Button variant="ink" loading={busy} onClick={() => onSave(theirs)}>
          Save with this choice
        </Button>
        <Button disabled={busy} onClick={onDrop}>
          {count === 1 ? 'Take theirs, drop my change' : `Take theirs, drop my ${count} changes`}
        </Button>
        <Link className="btn btn--quiet" to={historyTo}>
          See their changes
        </Link>
      </div>
    </section>
  );
}

function Value({ field, value }: { field: ToolField; value: FieldValue }) {
  if (field === 'image' && typeof value === 'string')
    return <img className="clash__pic" src={value} alt="" width="64" height="64" />;
  return <bdi>{valueWords(field, value)}</bdi>;
}
