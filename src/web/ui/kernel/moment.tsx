import { formatDay, formatDistance, formatExactTime, formatTime } from '#texts/format-time.ts';

/** "3 Dec 2026" in the reader's time zone: only for pages rendered in the browser. */
export function Day({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="nowrap">
      {formatDay(new Date(iso))}
    </time>
  );
}

/** "14:35", with the day unless it is today. */
export function Moment({ iso, now = Date.now() }: { iso: string; now?: number }) {
  const at = new Date(iso);
  const today = formatDay(at) === formatDay(now);
  return (
    <time dateTime={iso} className="nowrap">
      {today ? formatTime(at) : `${formatDay(at)}, ${formatTime(at)}`}
    </time>
  );
}

/** "3 Dec 2026 14:35:07", wrapped between day and time; the distance from now as its title. */
export function ExactMoment({ iso }: { iso: string }) {
  const at = new Date(iso);
  return (
    <time dateTime={iso} title={formatDistance(iso)}>
      <span className="nowrap">{formatDay(at)}</span> <span className="nowrap">{formatExactTime(at)}</span>
    </time>
  );
}
