import { hash } from 'node:crypto';

/** States are plain data. */
export interface Model<State> {
  readonly start: State;
  /** Every state that one step may lead to, with the step's name. States that are the same must look the same. */
  readonly next: (state: State) => (readonly [step: string, to: State])[];
  /** What must hold in every state. */
  readonly broken: (state: State) => string | undefined;
  /** What must hold where only these steps would change anything. */
  readonly unfinished: (state: State, steps: readonly string[]) => string | undefined;
}

export interface Explored {
  readonly states: number;
  /** Whether nothing was left to look at. */
  readonly complete: boolean;
  /** What went wrong and the steps that lead there. */
  readonly violation?: { readonly what: string; readonly steps: string[] };
  /** The names of all steps that were taken. */
  readonly steps: ReadonlySet<string>;
}

/** Looks at every state that can be reached, nearest first, until one violates a promise. */
export function explore<State>({ start, next, broken, unfinished }: Model<State>, most = 1_500_000): Explored {
  const queue = [JSON.stringify(start)];
  /** Of each state in the queue: the place of the one it was reached from, and the step. */
  const cameFrom = [-1];
  const cameBy = [''];
  const seen = new Set(queue.map(digest));
  const steps = new Map<string, string>();
  const end = (complete: boolean) => ({ states: queue.length, complete, steps: new Set(steps.keys()) });
  for (let head = 0; head < queue.length; head += 1) {
    const text = queue[head] as string;
    queue[head] = '';
    const state = JSON.parse(text) as State;
    const ways = next(state).map(([step, to]) => ({ step, to: JSON.stringify(to) }));
    const changing = ways.filter((it) => it.to !== text).map((it) => it.step);
    const what = broken(state) ?? unfinished(state, changing);
    if (what) {
      const path: string[] = [];
      for (let at = head; at > 0; at = cameFrom[at] as number) path.unshift(cameBy[at] as string);
      return { ...end(false), violation: { what, steps: path } };
    }
    if (queue.length > most) return end(false);
    for (const { step, to } of ways) {
      // One text for each name: millions of copies would fill the memory.
      const name = steps.get(step) ?? step;
      steps.set(name, name);
      const reached = digest(to);
      if (seen.has(reached)) continue;
      seen.add(reached);
      queue.push(to);
      cameFrom.push(head);
      cameBy.push(name);
    }
  }
  return end(true);
}

/** In place of the text, for the same reason. */
const digest = (text: string): string => hash('sha1', text, 'latin1');
