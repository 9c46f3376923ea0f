import { utcDaysBetween } from '#model/kernel/utc-day.ts';
import { formatDatedDay, formatDeliveryDay } from '#texts/format-time.ts';

/** "4 Dec 2026": a day that the shop promises, in UTC for every reader, as its papers and mails have it. */
export const PromisedDay = ({ iso }: { iso: string }) => (
  <time dateTime={iso.slice(0, 10)} className="nowrap">
    {formatDatedDay(iso)}
  </time>
);

/** "today, 3 Dec", "4 Dec", with the year where that is far. */
export const ShortPromisedDay = ({ iso, now }: { iso: string; now: number }) => (
  <time dateTime={iso.slice(0, 10)} className="nowrap" title={formatDatedDay(iso)}>
    {utcDaysBetween(now, Date.parse(iso)) === 0 && 'today, '}
    {formatDeliveryDay(iso)}
  </time>
);
