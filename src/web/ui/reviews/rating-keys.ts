import { STAR } from '#model/reviews/star.ts';

export const RATINGS: readonly number[] = Array.from(
  { length: STAR.most / STAR.step },
  (_, index) => (index + 1) * STAR.step,
);

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Arrows move half a step and stop at the ends, Home and End go there; up and down as in every radio group. Undefined
 * for other keys.
 */
export function ratingAfter(key: string, value: number | null): number | undefined {
  if (key === 'Home') return RATINGS[0];
  if (key === 'End') return RATINGS.at(-1);
  const step = STEPS[key];
  if (step === undefined) return undefined;
  const now = value === null ? -1 : RATINGS.indexOf(value);
  return RATINGS[Math.min(Math.max(now + step, 0), RATINGS.length - 1)];
}
