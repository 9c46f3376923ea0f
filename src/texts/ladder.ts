import type { LadderProblem } from '#model/catalogue/ladder.ts';
import { boxes, formatCount, formatDollars, manyPieces } from './format.ts';

/** What is taken off where a larger order would cost less as a whole. */
export const NEXT_STEP = 'No more than the next step';

/** What stands beside a field of a tool's prices. */
export function ladderText(problem: LadderProblem): string {
  switch (problem.code) {
    case 'not_whole_packs': {
      const { quantity, pack } = problem;
      const fewer = quantity - (quantity % pack);
      const nearest = [fewer, fewer + pack].filter((pieces) => pieces > 0).map(formatCount);
      return `${formatCount(quantity)} is not a multiple of ${formatCount(pack)}. Enter ${nearest.join(' or ')}.`;
    }
    case 'steps_must_grow':
      return `Steps must grow: enter more than ${formatCount(problem.before)} pieces.`;
    case 'price_must_fall': {
      const { from, price, before } = problem;
      const start = `From ${formatCount(from)} pieces the price`;
      if (price === before) return `${start} stays ${formatDollars(price)}. Lower it or remove the step.`;
      const [step, piecesBefore] = [formatCount(from), formatCount(from - 1)];
      return (
        `${start} rises from ${formatDollars(before)} to ${formatDollars(price)}: ${step} pieces would cost ` +
        `${formatDollars(from * price)}, ${piecesBefore} cost ${formatDollars((from - 1) * before)}. ` +
        (before > 1 ? `Enter ${formatDollars(before - 1)} or less, or remove the step.` : 'Remove the step.')
      );
    }
  }
}

/** "the price rises at 500 pieces": why prices cannot be saved, in the middle of a sentence. */
export function ladderReason(problem: LadderProblem): string {
  switch (problem.code) {
    case 'not_whole_packs':
      return `${formatCount(problem.quantity)} is not a multiple of ${formatCount(problem.pack)}`;
    case 'steps_must_grow':
      return 'the steps do not grow';
    case 'price_must_fall':
      return `the price ${problem.price === problem.before ? 'stays' : 'rises'} at ${formatCount(problem.from)} pieces`;
  }
}

/** "Sold in boxes of 12. 250 is 20 boxes and 10 pieces." of a quantity that is no whole number of packs. */
export function packSentence(quantity: number, pack: number): string {
  const rest = quantity % pack;
  return (
    `Sold in boxes of ${formatCount(pack)}. ${formatCount(quantity)} is ` +
    `${quantity > pack ? `${boxes((quantity - rest) / pack)} and ` : ''}${manyPieces(rest)}.`
  );
}
