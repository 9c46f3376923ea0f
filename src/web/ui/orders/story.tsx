import { formatDeliveryDay, formatShortDay, formatShortMoment } from '#texts/format-time.ts';
import { Icon } from '../kernel/icon.tsx';
import type { Step } from './purchase-story.ts';

/** `backwards`: the newest stands first. */
export function Story({ steps, backwards = false }: { steps: readonly Step[]; backwards?: boolean }) {
  return (
    <ol className="story" reversed={backwards}>
      {(backwards ? steps.toReversed() : steps).map((step) => (
        <li key={step.key} data-mark={step.mark}>
          <When {...step} />
          <i aria-hidden="true" />
          <div>
            <b>{step.title}</b>
            {(step.detail || step.id) && (
              <p>
                {step.detail}
                {step.id && (
                  <>
                    , <span className="id">{step.id}</span>
                  </>
                )}
              </p>
            )}
            <Tracking step={step} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function When({ at, dayOnly }: Step) {
  if (dayOnly) return <time dateTime={at.slice(0, 10)}>{formatDeliveryDay(at)}</time>;
  const [, time] = formatShortMoment(new Date(at)).split(', ');
  return (
    <time dateTime={at}>
      {formatShortDay(Date.parse(at))}
      <small>{time}</small>
    </time>
  );
}

/** The carrier's page where the shop knows it, in a tab of its own. */
function Tracking({ step: { title, tracking } }: { step: Pick<Step, 'title' | 'tracking'> }) {
  if (!tracking) return null;
  const shown = (
    <>
      <Icon name="truck" small />
      {tracking.text}
    </>
  );
  if (!tracking.link) return <p className="trk">{shown}</p>;
  return (
    <a
      className="link trk"
      href={tracking.link}
      target="_blank"
      rel="noreferrer"
      aria-label={`${tracking.text}: track ${title.replace(/ shipped$/, '').toLowerCase()}`}
    >
      {shown}
    </a>
  );
}
