const DAY = 86_400_000;
const dateFormat = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options);
const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });
const time = dateFormat({ hour: '2-digit', minute: '2-digit' });
const exactTime = dateFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
const shortDay = dateFormat({ day: 'numeric', month: 'short' });
const deliveryDay = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });
/** Whether a day is written with its year. */
const isFar = (at: Date | number): boolean => Math.abs(+at - Date.now()) > 300 * DAY;
const weekday = dateFormat({ weekday: 'short', day: 'numeric', month: 'short' });
const shortMoment = dateFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const letterDay = dateFormat({ dateStyle: 'long', timeZone: 'UTC' });
const datedDay = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** "3 Dec 2026" in the reader's own time zone: only for pages that are drawn in the browser. */
export const formatDay = (at: Date | number): string => day.format(at);

/** "29 Nov", or "29 Nov 2025" where that is far, in the reader's own time zone. */
export const formatShortDay = (at: Date | number): string => keepTogether((isFar(at) ? day : shortDay).format(at));

/** "Fri 20 Nov", likewise. */
export const formatWeekday = (at: Date | number): string => weekday.format(at).replace(/,? /g, '\u00a0');

/** "3 Dec", or "3 Dec 2099" where that is far, the same in every time zone. @param day as `2026-12-03` */
export function formatDeliveryDay(day: string): string {
  const at = Date.parse(day);
  return keepTogether((isFar(at) ? datedDay : deliveryDay).format(at));
}

/** "23 Nov, 09:20", likewise. */
export const formatShortMoment = (at: Date): string => keepTogether(shortMoment.format(at));

const keepTogether = (day: string): string => day.replace(' ', '\u00a0');

export const formatTime = (at: Date): string => time.format(at);

export const formatExactTime = (at: Date): string => exactTime.format(at);

/** "21 November 2026", as letters write a day, in UTC. @param iso also a day alone, as `2026-11-21` */
export const formatLetterDay = (iso: string): string => letterDay.format(new Date(iso));

/** "29 Nov 2026", as documents write a day, in UTC. */
export const formatDatedDay = (iso: string): string => datedDay.format(new Date(iso)).replaceAll(' ', '\u00a0');

/** Days of the reader's calendar from one moment to another, in milliseconds since 1970. */
export const daysBetween = (from: number, to: number): number => Math.round((startOfDay(to) - startOfDay(from)) / DAY);

const startOfDay = (at: number): number => new Date(at).setHours(0, 0, 0, 0);
