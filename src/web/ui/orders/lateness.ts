import { utcDaysBetween } from '#model/kernel/utc-day.ts';
import { many } from '#texts/format.ts';

/** @param days from now to the promise, below 0 */
export const lateBy = (days: number): string => `${many(-days, 'day')} late`;

/** By how much the day is over by which something ships, in days of UTC; undefined until then. */
export function lateness(shipBy: string, now: number): string | undefined {
  const days = utcDaysBetween(now, Date.parse(shipBy));
  return days < 0 ? lateBy(days) : undefined;
}
