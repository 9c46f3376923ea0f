import { STAR } from '#model/reviews/star.ts';

/** The ratings that can be given, in order. */
export const RATINGS: readonly number[] = Array.from(
  { length: STAR.most / STAR.step },
  (_, index) => (index + 1) * STAR.step,
);

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * The rating that a key leads to: arrows go half a step and stop at the ends, Home and End go there. Up and down go as
 * they do in every group of radio buttons. Undefined for a key that means nothing here.
 */
export function ratingAfter(key: string, value: number | null): number | undefined {
  if (key === 'Home') return RATINGS[0];
  if (key === 'End') return RATINGS.at(-1);
  const step = STEPS[key];
  if (step === undefined) return undefined;
  const now = value === null ? -1 : RATINGS.indexOf(value);
  return RATINGS[Math.min(Math.max(now + step, 0), RATINGS.length - 1)];
}
