import { type Ladder, type LadderProblem, ladderProblems, type PriceStep } from '#model/catalogue/ladder.ts';
import { ladderCost } from '#model/catalogue/ladder-cost.ts';
import { readWholeNumber } from '#model/catalogue/whole-number.ts';
import { formatCount, formatList, formatRange } from '#texts/format.ts';
import { ladderText } from '#texts/ladder.ts';

export interface TypedStep {
  readonly from: string;
  readonly price: string;
}

/** A tool's prices as a form has them. */
export type TypedLadder = Readonly<Record<Exclude<keyof Ladder, 'steps'>, string>> & {
  readonly steps: readonly TypedStep[];
};

export const BLANK_STEP: TypedStep = { from: '', price: '' };
export const isBlank = ({ from, price }: TypedStep): boolean => !from.trim() && !price.trim();

/** The steps of which both parts are numbers, each with its place in the form. */
export const readSteps = (steps: readonly TypedStep[]): (PriceStep & { readonly place: number })[] =>
  steps.flatMap((step, place) => {
    const [from, price] = [readWholeNumber(step.from), readWholeNumber(step.price)];
    return from && price ? [{ from, price, place }] : [];
  });

/** Undefined while the price, the minimum or the pack is no number, which the shop says when it is sent. */
function readLadder({ price, min_quantity, pack, steps }: TypedLadder) {
  const [first, minimum, pieces] = [price, min_quantity, pack || '1'].map(readWholeNumber);
  return first && minimum && pieces
    ? { price: first, min_quantity: minimum, pack: pieces, steps: readSteps(steps) }
    : undefined;
}

/** What the shop would refuse of the steps that are whole. */
export function typedLadderProblems(typed: TypedLadder): LadderProblem[] {
  const ladder = readLadder(typed);
  if (!ladder) return [];
  const inForm = (field: string) => field.replace(/\d+/, (place) => String(ladder.steps[Number(place)]?.place));
  return ladderProblems(ladder).map((problem) => ({ ...problem, field: inForm(problem.field) }));
}

export const typedLadderErrors = (typed: TypedLadder): Record<string, string> =>
  Object.fromEntries(typedLadderProblems(typed).map((problem) => [problem.field, ladderText(problem)]));

/** "89 to 99 pieces cost more than 100 pieces": where the guard will count. Undefined where it never does. */
export function guardedSentence(typed: TypedLadder): string | undefined {
  const ladder = readLadder(typed);
  if (!ladder) return undefined;
  const { pack } = ladder;
  let before: PriceStep = { from: ladder.min_quantity, price: ladder.price };
  const ranges: { first: number; last: number; than: number }[] = [];
  for (const step of ladder.steps) {
    const last = step.from - pack;
    const larger = ladderCost(ladder, last).guardedBy;
    if (larger) {
      const asMuch = (larger.from * larger.price) / before.price;
      const first = Math.max(before.from, (Math.floor(asMuch / pack) + 1) * pack);
      const joined = ranges.at(-1)?.than === larger.from ? ranges.pop() : undefined;
      ranges.push({ first: joined?.first ?? first, last, than: larger.from });
    }
    before = step;
  }
  if (ranges.length === 0) return undefined;
  const words = ranges.map(({ first, last, than }, at) => {
    const [dear, from] = [formatRange(first, last), formatCount(than)];
    return at === 0 ? `${dear} pieces cost more than ${from} pieces` : `${dear} more than ${from}`;
  });
  return `${formatList(words)}. Buyers in between pay no more than for the step.`;
}
