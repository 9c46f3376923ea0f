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
  const first = JSON.stringify(start);
  const cameFrom = new Map<string, readonly [from: string, step: string] | null>([[digest(first), null]]);
  const queue = [first];
  const steps = new Set<string>();
  for (let head = 0; head < queue.length; head += 1) {
    const text = queue[head] as string;
    queue[head] = '';
    const key = digest(text);
    const state = JSON.parse(text) as State;
    const ways = next(state).map(([step, to]) => ({ step, to: JSON.stringify(to) }));
    const changing = ways.filter((it) => it.to !== text).map((it) => it.step);
    const what = broken(state) ?? unfinished(state, changing);
    if (what) {
      const path: string[] = [];
      for (let at = cameFrom.get(key); at; at = cameFrom.get(at[0])) path.unshift(at[1]);
      return { states: cameFrom.size, complete: false, violation: { what, steps: path }, steps };
    }
    if (cameFrom.size > most) return { states: cameFrom.size, complete: false, steps };
    for (const { step, to } of ways) {
      steps.add(step);
      const reached = digest(to);
      if (cameFrom.has(reached)) continue;
      cameFrom.set(reached, [key, step]);
      queue.push(to);
    }
  }
  return { states: cameFrom.size, complete: true, steps };
}

/** In place of the text, which would fill the memory before all states of the night are seen. */
const digest = (text: string): string => hash('sha1', text, 'latin1');
