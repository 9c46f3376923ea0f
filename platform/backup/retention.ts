/** `good`: the backup was restored on trial without a fault. */
export type Kept = { readonly name: string; readonly at: Date; readonly good: boolean };

export const DAILY = 7;
export const WEEKLY = 4;
/** The newest good backups stay at any age: one alone may turn out to be damaged. */
export const ALWAYS = 2;
const FAILED = 3;
const DAY = 86_400_000;

/**
 * Of backups that come the oldest first, whatever their dates. Days and weeks are in UTC; weeks begin on Monday. The log is
 * kept from the oldest `daily` backup on.
 */
export function chooseKept(backups: readonly Kept[]): { readonly kept: Set<string>; readonly daily: Set<string> } {
  const newestFirst = backups.toReversed();
  const good = newestFirst.filter((backup) => backup.good);
  const newest = good.slice(0, ALWAYS).map((backup) => backup.name);
  const daily = new Set([...newest, ...newestOfEach(good, dayOf, DAILY)]);
  const weekly = newestOfEach(good, weekOf, WEEKLY);
  const afterGood = newestFirst.slice(0, good[0] && newestFirst.indexOf(good[0]));
  const failed = afterGood.slice(0, FAILED);
  return { kept: new Set([...daily, ...weekly, ...failed.map((backup) => backup.name)]), daily };
}

function newestOfEach(newestFirst: readonly Kept[], periodOf: (at: Date) => number, periods: number): string[] {
  const newest = new Map<number, string>();
  for (const { name, at } of newestFirst) if (!newest.has(periodOf(at))) newest.set(periodOf(at), name);
  return [...newest.values()].slice(0, periods);
}

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY);
// The epoch was a Thursday.
const weekOf = (at: Date) => Math.floor((dayOf(at) + 3) / 7);

const HOUR = 3_600_000;
const NIGHT_HOUR = 3;

/** Due in the hour after 3:00 local time, or after an hour of uptime when a night was missed. */
export function backupIsDue(now: Date, openedAt: Date, taken: readonly Date[]): boolean {
  const age = ageOfNewest(now, taken);
  if (now.getHours() === NIGHT_HOUR) return age > 2 * HOUR;
  return age > 26 * HOUR && now.getTime() - openedAt.getTime() > HOUR;
}

/** The newest is older than two days. False before the first one. */
export const isOutdated = (now: Date, taken: readonly Date[]): boolean =>
  taken.length > 0 && ageOfNewest(now, taken) > 2 * DAY;

/** A clock that was ahead may have dated one in the future, which says nothing. */
export const newestOf = (now: Date, taken: readonly Date[]): Date | undefined =>
  taken
    .filter((at) => at <= now)
    .toSorted((a, b) => a.getTime() - b.getTime())
    .at(-1);

const ageOfNewest = (now: Date, taken: readonly Date[]): number =>
  now.getTime() - (newestOf(now, taken)?.getTime() ?? Number.NEGATIVE_INFINITY);
