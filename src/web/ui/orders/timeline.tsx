import { Day, Moment } from '../kernel/moment.tsx';
import type { Step } from './purchase-story.ts';

const LOOKS = { done: 'tl__ok', now: 'tl__now', next: 'tl__next', bad: 'tl__bad' } as const;

/** Newest first, the next step on top. */
export function Timeline({ steps, now }: { steps: readonly Step[]; now: number }) {
  return (
    <section className="panel" aria-labelledby="timeline">
      <div className="h3r">
        <h2 className="h3" id="timeline">
          Timeline
        </h2>
      </div>
      <ol className="tl" reversed>
        {steps.toReversed().map(({ key, at, dayOnly, mark, title, detail, id, tracking }) => (
          <li key={key} className={LOOKS[mark]}>
            <div>
              <p>
                <b>{title}</b>
                {detail && `: ${detail}`}
                {tracking && `, ${tracking.text}`}
              </p>
              <p className="tl__by">
                {dayOnly ? <Day iso={at} /> : <Moment iso={at} now={now} />}
                {id && (
                  <>
                    , <span className="id">{id}</span>
                  </>
                )}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
