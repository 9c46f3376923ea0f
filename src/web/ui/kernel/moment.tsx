import { formatDistance } from '#texts/format-distance.ts';
import { formatDay, formatExactTime, formatShortDay, formatTime, formatWeekday } from '#texts/format-time.ts';

/** "3 Dec 2026" in the reader's time zone: only for pages rendered in the browser. */
export function Day({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="nowrap">
      {formatDay(new Date(iso))}
    </time>
  );
}

/** "Fri 20 Nov", with the full day as its title. */
export function Weekday({ iso }: { iso: string }) {
  const at = new Date(iso);
  return (
    <time dateTime={iso} title={formatDay(at)}>
      {formatWeekday(at)}
    </time>
  );
}

/** "14:35", with the day unless it is today. */
export function Moment({ iso, now = Date.now() }: { iso: string; now?: number }) {
  const at = new Date(iso);
  return (
    <time dateTime={iso} className="nowrap">
      {isToday(at, now) ? formatTime(at) : `${formatDay(at)}, ${formatTime(at)}`}
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

const isToday = (at: Date, now: number): boolean => formatDay(at) === formatDay(now);
const isThisYear = (at: Date, now: number): boolean => at.getFullYear() === new Date(now).getFullYear();

/** "today, 14:35", "3 Dec, 14:35", with the year where that is another. */
export function ShortMoment({ iso, now = Date.now() }: { iso: string; now?: number }) {
  const at = new Date(iso);
  const day = isToday(at, now) ? 'today' : isThisYear(at, now) ? formatShortDay(at) : formatDay(at);
  return (
    <time dateTime={iso} className="nowrap" title={`${formatDay(at)}, ${formatTime(at)}`}>
      {day}, {formatTime(at)}
    </time>
  );
}
