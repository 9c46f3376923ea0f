const DAY = 86_400_000;
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const exact = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** "Dec 3, 2026" in the reader's time zone: only for pages rendered in the browser. */
export function Day({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="nowrap">
      {day.format(new Date(iso))}
    </time>
  );
}

/** "2:35 PM", with the day unless it is today. */
export function Moment({ iso, now = Date.now() }: { iso: string; now?: number }) {
  const at = new Date(iso);
  const today = day.format(at) === day.format(now);
  return (
    <time dateTime={iso} className="nowrap">
      {today ? time.format(at) : `${day.format(at)}, ${time.format(at)}`}
    </time>
  );
}

/** "Dec 3, 2026 2:35:07 PM", wrapped between day and time; the distance from now as its title. */
export function ExactMoment({ iso }: { iso: string }) {
  const at = new Date(iso);
  return (
    <time dateTime={iso} title={distance(iso)}>
      <span className="nowrap">{day.format(at)}</span> <span className="nowrap">{exact.format(at)}</span>
    </time>
  );
}

/** "in 7 days", "in 42 minutes", "yesterday": the distance from now in the largest unit that fits. */
export function distance(iso: string, now = Date.now()): string {
  const ms = Date.parse(iso) - now;
  if (Math.abs(ms) >= DAY) return relative.format(Math.round(ms / DAY), 'day');
  if (Math.abs(ms) >= DAY / 24) return relative.format(Math.round((ms / DAY) * 24), 'hour');
  return relative.format(Math.round(ms / 60_000), 'minute');
}
