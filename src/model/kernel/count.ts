/** Tools are counted up to one more than this, in a search by words and elsewhere. */
export const COUNTED = { search: 1_000, all: 10_000 } as const;

/** Where the counting ended, or undefined when it did not. */
export const endOf = (total: number): number | undefined => Object.values(COUNTED).find((it) => total === it + 1);
