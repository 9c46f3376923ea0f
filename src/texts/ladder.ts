import type { LadderProblem } from '#model/catalogue/ladder.ts';
import { formatCount, formatDollars } from './format.ts';

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

/** "Sold in boxes of 12. 250 is 20 boxes and 10 pieces." of a quantity that is no whole number of packs. */
export function packSentence(quantity: number, pack: number): string {
  const [boxes, rest] = [Math.floor(quantity / pack), quantity % pack];
  const many = (count: number, one: string, more: string) => `${formatCount(count)} ${count === 1 ? one : more}`;
  return (
    `Sold in boxes of ${formatCount(pack)}. ${formatCount(quantity)} is ` +
    `${boxes > 0 ? `${many(boxes, 'box', 'boxes')} and ` : ''}${many(rest, 'piece', 'pieces')}.`
  );
}
