import { next, START, type State, type World } from './protocol.ts';

export interface Explored {
  readonly states: number;
  /** Whether nothing was left to look at. */
  readonly complete: boolean;
  /** What went wrong and the steps that lead there. */
  readonly violation?: { readonly what: string; readonly steps: string[] };
  /** The moves of orders that were taken: "unpaid>paid". */
  readonly moves: ReadonlySet<string>;
}

/**
 * Looks at every state that can be reached, nearest first, until one violates a promise.
 * @param promises true for all; 'at the end only' leaves out that nobody can pay what is not held, which hides all
 * that would come of it
 */
export function explore(
  world: World,
  { most = 1_500_000, promises = true }: { most?: number; promises?: true | 'at the end only' } = {},
): Explored {
  const start = JSON.stringify(START(world));
  const cameFrom = new Map<string, readonly [from: string, step: string] | null>([[start, null]]);
  const queue = [start];
  const moves = new Set<string>();
  const steps = (key: string): string[] => {
    const path: string[] = [];
    for (let at = cameFrom.get(key); at; at = cameFrom.get(at[0])) path.unshift(at[1]);
    return path;
  };
  for (let head = 0; head < queue.length; head += 1) {
    const key = queue[head] as string;
    queue[head] = '';
    const state = JSON.parse(key) as State;
    const what = state.wrong ?? broken(state, world, promises === true) ?? unfinished(state, world);
    if (what) return { states: cameFrom.size, complete: false, violation: { what, steps: steps(key) }, moves };
    if (cameFrom.size > most) return { states: cameFrom.size, complete: false, moves };
    for (const [step, to] of next(state, world)) {
      to.requests.sort(byText);
      to.jobs.sort(byText);
      to.seen.sort(byText);
      to.orders.forEach((order, o) => {
        const from = state.orders[o]?.st;
        if (from !== order.st) moves.add(`${from}>${order.st}`);
      });
      const reached = JSON.stringify(to);
      if (cameFrom.has(reached)) continue;
      cameFrom.set(reached, [key, step]);
      queue.push(reached);
    }
  }
  return { states: cameFrom.size, complete: true, moves };
}

const byText = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** What must hold in every state. */
function broken(state: State, world: World, alsoSecrets: boolean): string | undefined {
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
function unfinished(state: State, world: World): string | undefined {
  if (state.requests.length + state.jobs.length + state.hooks.length + state.seen.length > 0) return undefined;
  const key = JSON.stringify(state);
  const more = next(state, world).some(([step, to]) => step.startsWith('news') && JSON.stringify(to) !== key);
  if (more) return undefined;
  for (const { st, paid, intents } of state.orders) {
    if (st === 'cancelling' || st === 'expiring' || st === 'refund_due') return `stuck in ${st}`;
    const settled = st === 'paid' || st === 'shipped' || st === 'review';
    const lost = intents.some((it, a) => it?.s === 'paid' && !it.refunded && !(settled && paid === a + 1));
    if (lost) return 'money taken, and neither used nor given back';
  }
  return undefined;
}
