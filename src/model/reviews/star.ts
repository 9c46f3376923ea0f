/** What a review may rate, in stars. Apart from its schema, for pages that only show ratings. */
export const STAR = { least: 0.5, most: 5, step: 0.5 } as const;
