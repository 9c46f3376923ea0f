/** "1,320": a count with thousands separators. */
export const formatCount = (count: number): string => count.toLocaleString('en-US');

/** Tools are counted up to one more than this, in a search by words and elsewhere. */
export const COUNTED = { search: 1_000, all: 10_000 } as const;

/** Where the counting ended, or undefined when it did not. */
export const endOf = (total: number): number | undefined => Object.values(COUNTED).find((it) => total === it + 1);

/** "1,320", or "10,000+" of a count that ended there. */
export function formatTotal(total: number): string {
  const end = endOf(total);
  return end === undefined ? formatCount(total) : `${formatCount(end)}+`;
}
