import { utcDaysBetween } from '#model/kernel/utc-day.ts';
import { daysBetween } from './format-time.ts';

const HOUR = 3_600_000;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** "in 7 days", "today", "yesterday": days of UTC, of a day that the shop promises. */
export const formatDaysUntil = (iso: string, now = Date.now()): string =>
  relative.format(utcDaysBetween(now, Date.parse(iso)), 'day');

/**
 * "in 7 days", "in 42 minutes", "yesterday": the distance from now in the largest unit that fits. Its days are those of
 * the reader's calendar, so only for pages that are drawn in the browser.
 */
export function formatDistance(iso: string, now = Date.now()): string {
  const ms = Date.parse(iso) - now;
  if (Math.abs(ms) >= 24 * HOUR) return relative.format(daysBetween(now, now + ms), 'day');
  if (Math.abs(ms) >= HOUR) return relative.format(Math.round(ms / HOUR), 'hour');
  return relative.format(Math.round(ms / 60_000), 'minute');
}
