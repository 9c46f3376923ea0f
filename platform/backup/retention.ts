/** What the rule needs to know of a backup. `good`: it was restored on trial and everything held. */
export type Kept = { readonly name: string; readonly at: Date; readonly good: boolean };

export const DAILY = 7;
export const WEEKLY = 4;
/** So many of the newest good ones stay whatever their age: one alone may turn out to be damaged. */
export const ALWAYS = 2;
/** So many backups that failed their trial are kept after the last good one: the newest ones. */
const FAILED = 3;
const DAY = 86_400_000;

/**
 * Which backups stay: the two newest good ones, the newest good one of each of the last 7 days and of each of the last
 * 4 weeks that have one, and the newest of those that failed their trial after the last good one. Days and weeks are
 * UTC's, weeks begin on Monday. `daily` are those from which every moment since can be reached: the log is kept from the
 * oldest of them on.
 */
export function chooseKept(backups: readonly Kept[]): { readonly kept: Set<string>; readonly daily: Set<string> } {
  const newestFirst = backups.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const good = newestFirst.filter((backup) => backup.good);
  const newest = good.slice(0, ALWAYS).map((backup) => backup.name);
  const daily = new Set([...newest, ...newestOfEach(good, dayOf, DAILY)]);
  const weekly = newestOfEach(good, weekOf, WEEKLY);
  const lastGood = good[0]?.at.getTime() ?? Number.NEGATIVE_INFINITY;
  const failed = newestFirst.filter((backup) => !backup.good && backup.at.getTime() > lastGood).slice(0, FAILED);
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

/**
 * Whether the open shop makes a backup now: in the hour after 3 at night by the clock of the machine, or, when a night
 * was missed, once the shop has been open for an hour.
 */
export function backupIsDue(now: Date, openedAt: Date, newest: Date | undefined): boolean {
  const age = newest ? now.getTime() - newest.getTime() : Number.POSITIVE_INFINITY;
  if (now.getHours() === NIGHT_HOUR) return age > 12 * HOUR;
  return age > 26 * HOUR && now.getTime() - openedAt.getTime() > HOUR;
}
