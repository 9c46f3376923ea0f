/** In milliseconds. */
export const DAY = 86_400_000;

/**
 * Midnights in UTC from one moment to another, in milliseconds since 1970; negative backwards. The shop's days are those
 * of UTC, for customers and admins alike: what is promised for a day is promised for that one.
 */
export const utcDaysBetween = (from: number, to: number): number => Math.floor(to / DAY) - Math.floor(from / DAY);

export const startOfUtcDay = (at: number): number => Math.floor(at / DAY) * DAY;
