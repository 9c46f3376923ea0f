import { type ReactNode, useState } from 'react';
import { formatCount } from '#texts/format.ts';
import { ShortMoment } from '../kernel/moment.tsx';
import { ShortPromisedDay } from '../kernel/promised-day.tsx';
import type { DeskStep } from './desk-story.ts';

const LOOKS = {
  done: 'tl__ok',
  now: 'tl__now',
  next: 'tl__next',
  bad: 'tl__bad',
  note: 'tl__note',
  past: undefined,
} as const;

interface TimelineProps {
  /** Oldest first. */
  steps: readonly DeskStep[];
  now: number;
  /** Where a note is written. */
  form: ReactNode;
}

/** Newest first, the next step on top. */
export function Timeline({ steps, now, form }: TimelineProps) {
  const [onlyNotes, setOnlyNotes] = useState(false);
  const notes = steps.filter(({ mark }) => mark === 'note');
  const shown = onlyNotes ? notes : steps;
  return (
    <section className="panel" aria-labelledby="timeline">
      <div className="h3r h3r--swap">
        <h2 className="h3" id="timeline">
          Timeline
        </h2>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form of its own */}
        <div className="swap" role="group" aria-label="Show in the timeline">
          <button type="button" aria-pressed={!onlyNotes} onClick={() => setOnlyNotes(false)}>
            All
          </button>
          <button type="button" aria-pressed={onlyNotes} onClick={() => setOnlyNotes(true)}>
            Notes {formatCount(notes.length)}
          </button>
        </div>
      </div>
      {form}
      {shown.length === 0 && <p className="soft">No notes yet.</p>}
      <ol className="tl" reversed>
        {shown.toReversed().map((step) => (
          <li key={step.key} className={LOOKS[step.mark]}>
            <div>
              {step.mark === 'note' ? (
                <p className="tl__words">
                  <bdi>{step.title}</bdi>
                </p>
              ) : (
                <p>
                  <b>{step.title}</b> {step.detail}
                </p>
              )}
              <By step={step} now={now} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

const By = ({ step: { at, dayOnly, by, id, after }, now }: { step: DeskStep; now: number }) => (
  <p className="tl__by">
    {by && (
      <>
        <bdi>{by}</bdi>,{' '}
      </>
    )}
    {dayOnly ? (
      <>
        By <ShortPromisedDay iso={at} now={now} />
      </>
    ) : (
      <ShortMoment iso={at} now={now} />
    )}
    {id && (
      <>
        , <span className="id">{id}</span>
      </>
    )}
    {after && `. ${after}`}
  </p>
);
