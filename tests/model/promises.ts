import { type Explored, explore } from './explore.ts';
import { next, START, type State, type World } from './protocol.ts';

/**
 * @param promises true for all; 'at the end only' leaves out that nobody can pay what is not held, which hides all
 * that would come of it
 * @returns also the moves of orders that were taken: "unpaid>paid"
 */
export function exploreOrders(
  world: World,
  { most, promises = true }: { most?: number; promises?: true | 'at the end only' } = {},
): Explored & { moves: ReadonlySet<string> } {
  const moves = new Set<string>();
  const steps = (state: State) => {
    const found = next(state, world);
    for (const [, to] of found) {
      to.requests.sort(byText);
      to.jobs.sort(byText);
      to.seen.sort(byText);
      for (const [o, order] of to.orders.entries()) {
        const from = state.orders[o]?.st;
        if (from !== order.st) moves.add(`${from}>${order.st}`);
      }
    }
    return found;
  };
  const broken = (state: State) => state.wrong ?? brokenIn(state, world, promises === true);
  return { ...explore({ start: START(world), next: steps, broken, unfinished }, most), moves };
}

const byText = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** What must hold in every state. */
function brokenIn(state: State, world: World, alsoSecrets: boolean): string | undefined {
  if (state.stock < 0) return 'more was held than there is';
  const held = state.orders.filter((order) => order.hold).length;
  if (state.stock + held !== world.stock) return 'stock came or went';
  for (const { st, hold, paid, mail, attempts, intents, twin } of state.orders) {
    const kept = [...intents, twin].filter((it) => it?.s === 'paid' && !it.refunded);
    if (twin && kept.length > 1) return 'charged twice';
    if ((st === 'paid' || st === 'shipped') && intents[paid - 1]?.s !== 'paid') return 'paid without money';
    if ((st === 'paid' || st === 'shipped') && !hold) return 'paid without stock';
    if (st === 'paid' && mail === 'left') return 'told of a shipping that was undone';
    if (st === 'cancelled' && hold) return 'cancelled, and keeps stock';
    if (attempts.filter((it) => it === 'creating' || it === 'open').length > 1) return 'two live attempts';
    if (alsoSecrets && !hold && intents.some((it) => it?.s === 'open' && it.out))
      return 'can be paid without being held';
  }
  return undefined;
}

/** What must hold once nothing is under way and nothing that the shop does by itself would change anything. */
function unfinished(state: State, steps: readonly string[]): string | undefined {
  if (state.requests.length + state.jobs.length + state.hooks.length + state.seen.length > 0) return undefined;
  if (steps.some((it) => it.startsWith('news'))) return undefined;
  for (const { st, paid, intents } of state.orders) {
    if (st === 'cancelling' || st === 'expiring' || st === 'refund_due') return `stuck in ${st}`;
    const settled = st === 'paid' || st === 'shipped' || st === 'review';
    const lost = intents.some((it, a) => it?.s === 'paid' && !it.refunded && !(settled && paid === a + 1));
    if (lost) return 'money taken, and neither used nor given back';
  }
  return undefined;
}
