/** What is said beside an array that is a page of a list: in headers over HTTP, as it is inside the server. */
export interface ListFacts {
  /** How many rows there are on all pages. */
  readonly total?: number | undefined;
  readonly averageStar?: number | undefined;
  /** Where the next page begins, for the parameter `after`; absent on the last one. */
  readonly next?: string | undefined;
}

/** The headers of those that are numbers. */
export const LIST_HEADERS = {
  total: 'x-total-count',
  averageStar: 'x-average-star',
} as const satisfies Partial<Record<keyof ListFacts, string>>;
