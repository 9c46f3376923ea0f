/** What an answer says of its list beside the rows: in headers over HTTP, as it is inside the server. */
export interface ListFacts {
  /** How many rows there are on all pages. */
  readonly total?: number | undefined;
  readonly hidden?: number | undefined;
  readonly averageStar?: number | undefined;
  /** Where the next page begins; absent on the last one. */
  readonly next?: string | undefined;
}

/** The headers of those that are numbers. */
export const LIST_HEADERS = {
  total: 'x-total-count',
  hidden: 'x-hidden-count',
  averageStar: 'x-average-star',
} as const satisfies Partial<Record<keyof ListFacts, string>>;
