export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const OLD = 15 * DAY;
export const JUMPS = [SECOND, 30 * SECOND, 5 * MINUTE, 20 * MINUTE, 61 * MINUTE, 2 * HOUR, OLD, -5 * SECOND];
export const CLOCK: Record<number, string> = {
  [5 * MINUTE]: 'clock: a lease ends',
  [61 * MINUTE]: 'clock: a hold ends',
  [OLD]: 'clock: an order grows old',
  [-5 * SECOND]: 'clock: is put back',
};
