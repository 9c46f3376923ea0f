import { MAX_YEARS_AHEAD, type RestockProblem } from '#model/catalogue/restock.ts';

const TEXTS: Record<RestockProblem['code'], string> = {
  delivery_over: 'Enter today or a later day.',
  delivery_far: `Enter a day within the next ${MAX_YEARS_AHEAD} years.`,
  delivery_unknown: 'Set a delivery date first.',
};

/** What stands beside a field of a tool's next delivery. */
export const restockText = ({ code }: RestockProblem): string => TEXTS[code];
