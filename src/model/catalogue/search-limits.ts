/** Characters of a search. */
export const LONGEST_SEARCH = 100;
