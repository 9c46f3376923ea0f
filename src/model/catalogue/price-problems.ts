import { MAX_PAYMENT } from '#model/kernel/money.ts';
import { type Ladder, type LadderProblem, ladderProblems } from './ladder.ts';
import { ladderCost } from './ladder-cost.ts';

/**
 * What speaks against these prices in a form: those that the shop would never save, else a smallest order that nobody
 * can pay. Tools that have such prices keep them until they are changed.
 */
export function priceProblems(ladder: Ladder): LadderProblem[] {
  const problems = ladderProblems(ladder);
  if (problems.length > 0) return problems;
  const { min_quantity: quantity } = ladder;
  const { asked } = ladderCost(ladder, quantity);
  return asked > MAX_PAYMENT ? [{ field: 'price', code: 'order_too_dear', quantity, asked }] : [];
}
