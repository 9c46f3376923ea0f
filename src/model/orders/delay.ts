/** Later by more days than these than what a buyer has agreed to, a delivery is asked about at once. */
const UNASKED_DAYS = 30;
/** So many days at least there are to answer. */
const ANSWER_DAYS = 7;

/** What is known of pieces that wait for a delivery. Days are as `2026-12-03`. */
export interface Delay {
  /** The latest day that their buyer has agreed to; null before the day was moved. */
  readonly waitsUntil: string | null;
  /** A later day was told before. */
  readonly delayed: boolean;
  /** Until when their buyer is asked whether they keep waiting. */
  readonly agreeBy: string | null;
}

interface Promised extends Delay {
  readonly promisedAt: string;
  /** Whether their buyer was mailed the question. */
  readonly asked: boolean;
}

/**
 * Of paid pieces promised for a day, once they are told of another one. The first delay of up to 30 days is told, a
 * longer or a further one asked about; a question that stands keeps its end, however often the day moves, once it was asked.
 */
export function afterMove({ promisedAt, asked, ...its }: Promised, day: string, today: string): Delay {
  const waitsUntil = its.waitsUntil ?? promisedAt;
  if (day <= waitsUntil) return { ...its, waitsUntil, agreeBy: null };
  const soonest = soonestAnswer(today);
  const standing = its.agreeBy && (asked ? its.agreeBy : laterOf(its.agreeBy, soonest));
  if (day <= promisedAt) return { ...its, waitsUntil, agreeBy: standing };
  const asks = its.delayed || day > daysAfter(waitsUntil, UNASKED_DAYS);
  return { waitsUntil, delayed: true, agreeBy: asks ? (standing ?? laterOf(promisedAt, soonest)) : null };
}

/** By which day of UTC an answer may be asked for, of whoever is asked today. */
export const soonestAnswer = (today: string): string => daysAfter(today, ANSWER_DAYS);

const laterOf = (one: string, other: string): string => (one > other ? one : other);

function daysAfter(day: string, days: number): string {
  const later = new Date(day);
  later.setUTCDate(later.getUTCDate() + days);
  return later.toISOString().slice(0, 10);
}
