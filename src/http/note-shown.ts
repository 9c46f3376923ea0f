import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallName } from '#contract/kernel/paths.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import type { ToolFilter, ToolSort } from '#model/catalogue/tool-filter.ts';
import type { Shown, Topic } from '#model/kernel/news.ts';

type What = { readonly topic: Topic; readonly stockOf?: Shown['stockOf'] };

/** So many tools are watched one by one; of longer lists each change of any stock makes a new one. */
const WATCHED = 100;

/** The calls whose answers are the same for everybody, and what these show of the shop. */
const SHOWN = {
  listTools: (tools: Tool[], { in_stock, sort }: ToolFilter & { sort?: ToolSort } = {}): What => {
    const byStock = in_stock !== undefined || sort === 'available';
    const stockOf = byStock || tools.length > WATCHED ? 'all' : new Set(tools.map(({ _id }) => _id));
    return { topic: 'tools', stockOf };
  },
  getTool: ({ _id }: Tool): What => ({ topic: 'tools', stockOf: new Set([_id]) }),
  listReviews: (): What => ({ topic: 'reviews' }),
} as const satisfies Partial<Record<CallName, (value: never, query: never) => What>>;

export const SHARED_CALLS = Object.keys(SHOWN) as (keyof typeof SHOWN)[];

/** Hears what is shown while one answer is made. */
export class Showing {
  readonly #topics = new Set<Topic>();
  #stockOf: 'all' | Set<string> = new Set();
  /** False when something went into the answer that is not for everybody. */
  forEverybody = true;

  note({ topic, stockOf = new Set() }: What): void {
    this.#topics.add(topic);
    if (stockOf === 'all' || this.#stockOf === 'all') this.#stockOf = stockOf === 'all' ? 'all' : this.#stockOf;
    else for (const id of stockOf) this.#stockOf.add(id);
  }

  get shown(): Shown {
    return { topics: this.#topics, stockOf: this.#stockOf };
  }
}

const current = new AsyncLocalStorage<Showing>();

/** Makes an answer, and has everything noted that it shows: also by the calls that a page makes of the same process. */
export const whileShowing = <T>(showing: Showing, make: () => Promise<T>): Promise<T> => current.run(showing, make);

/** Notes what the answer to a call shows, when somebody wants to know. */
export function noteShown(name: CallName, value: unknown, query: unknown): void {
  const showing = current.getStore();
  if (!showing) return;
  const what = (SHOWN as Partial<Record<CallName, (value: unknown, query: unknown) => What>>)[name];
  if (what) showing.note(what(value, query));
  else showing.forEverybody = false;
}
