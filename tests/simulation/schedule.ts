import { setImmediate } from 'node:timers/promises';
import type { Db } from '#services/kernel/context.ts';

/** A call to the world that waits for its turn. */
export interface Call {
  /** The piece of work that makes it, such as "cancel". */
  readonly task: string;
  /** Which of the world's calls, such as "transaction" or "refund". */
  readonly name: string;
  /** The idempotency key that goes with it, if one does. */
  readonly key: string | undefined;
  /** What is heard when somebody outside does not answer; undefined for the database, whose driver throws. */
  readonly lost: unknown;
  /** Its answer may come late, or its effect when nobody waits for the answer any more. */
  readonly slow?: boolean | undefined;
  /** What is left of a slow one: it comes within minutes, whatever fails. */
  readonly late?: 'answer' | 'effect';
  readonly act: () => Promise<unknown>;
  readonly answer: (value: unknown) => void;
  readonly fail: (reason: unknown) => void;
}

/** Makes a call of the world wait in the queue. */
export type Queue = (
  name: string,
  act: () => Promise<unknown>,
  outside?: Pick<Partial<Call>, 'key' | 'slow'> & Pick<Call, 'lost'>,
) => Promise<unknown>;

/** Work stops before each of its calls to the world until it is told to go on: one at a time, in any order. */
export function createSchedule() {
  const waiting: Call[] = [];
  return {
    waiting,
    queueOf:
      (task: string): Queue =>
      (name, act, { key, lost, slow } = { lost: undefined }) =>
        new Promise((answer, fail) => waiting.push({ task, name, key, lost, slow, act, answer, fail })),
    /** Starts a piece of work and lets it run to its first calls. */
    async start(work: () => Promise<unknown>): Promise<void> {
      void work();
      await rest();
    },
    /** Makes one call, as `how` says, and lets the work that waited for it run to its next calls. */
    async step(call: Call, how: (call: Call) => Promise<void>): Promise<void> {
      waiting.splice(waiting.indexOf(call), 1);
      await how(call);
      await rest();
    },
    /** The process dies: what waits is never heard of again, and what is under way outside goes on. */
    crash: () => waiting.splice(0, waiting.length, ...waiting.filter((it) => it.late === 'effect')),
  };
}

/** Between two calls the shop's work only counts: one turn of the event loop lets all of it happen. */
const rest = () => setImmediate();

/** A database whose every transaction, and every statement outside of one, waits in the queue. */
export function queued(db: Db, queue: Queue): Db {
  return new Proxy(db, {
    get(target, name: string) {
      const member = Reflect.get(target, name) as unknown;
      if (name === '_') return { ...target._, session: queuedSession(target, queue) };
      if (typeof member !== 'function') return member;
      if (name === 'transaction' || name === 'execute')
        return (...args: unknown[]) => queue(name, async () => member.apply(target, args));
      return (...args: unknown[]) => statement(member.apply(target, args) as object, name, queue);
    },
  });
}

/** Where statements with a name are asked. */
function queuedSession({ _ }: Db, queue: Queue) {
  type Prepare = typeof _.session.prepareQuery;
  return {
    prepareQuery: (...its: Parameters<Prepare>) => ({
      execute: () => queue('execute', () => _.session.prepareQuery(...its).execute()),
    }),
  };
}

function statement(query: object, name: string, queue: Queue): object {
  return new Proxy(query, {
    get(target, key: string) {
      const member = Reflect.get(target, key) as unknown;
      if (typeof member !== 'function') return member;
      if (key === 'then')
        return (done: (value: unknown) => unknown, refuse: (reason: unknown) => unknown) =>
          queue(name, async () => target as Promise<unknown>).then(done, refuse);
      if (key === 'execute') return (...args: unknown[]) => queue(name, async () => member.apply(target, args));
      return (...args: unknown[]) => {
        const next = member.apply(target, args) as unknown;
        return typeof next === 'object' && next !== null ? statement(next, name, queue) : next;
      };
    },
  });
}
