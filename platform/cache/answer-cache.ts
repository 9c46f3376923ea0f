import { LRUCache } from 'lru-cache';
import { type CachedAnswer, cachedAnswer } from './cached-answer.ts';

export interface MadeAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** Sets cookies, so only the browser that asked may get it. */
  readonly ofOne?: boolean;
}

export interface Passing {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

export interface AnswerCache {
  readonly ready: (address: string) => CachedAnswer | undefined;
  readonly find: (address: string) => Promise<CachedAnswer | Passing>;
  /** Makes all cached answers stale, in constant time: they are served only while no newer one can be made. */
  readonly invalidate: () => void;
  readonly clear: () => void;
  readonly bytes: () => number;
}

export interface AnswerCacheOptions {
  readonly make: (address: string) => Promise<MadeAnswer>;
  readonly maxBytes: number;
  readonly freshMs?: number;
}

const FRESH_MS = 1_000;
const PATIENCE_MS = 1_000;
const STALE_MS = 3_600_000;

interface Entry {
  readonly answer: CachedAnswer;
  readonly at: number;
  readonly generation: number;
}

type Answer = CachedAnswer | Passing;

interface Making {
  readonly at: number;
  readonly generation: number;
  readonly done: Promise<Answer>;
  /** Begins when this one ends, for requests that came after an invalidation. */
  next?: Promise<Answer>;
}

export function createAnswerCache({ make, maxBytes, freshMs = FRESH_MS }: AnswerCacheOptions): AnswerCache {
  const cached = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    maxEntrySize: Math.floor(maxBytes / 4),
    sizeCalculation: ({ answer }) => answer.bytes(),
    ttl: STALE_MS,
    ttlResolution: freshMs,
  });
  const makings = new Map<string, Making>();
  let generation = 0;
  /** Answers begun before this generation are not cached. */
  let oldest = 0;

  const ready: AnswerCache['ready'] = (address) => {
    const entry = cached.get(address);
    const fresh = entry?.generation === generation && performance.now() - entry.at < freshMs;
    return fresh ? entry.answer : undefined;
  };

  async function begin(address: string, began: Pick<Entry, 'at' | 'generation'>): Promise<Answer> {
    const raw = await make(address);
    const last = cached.peek(address);
    // A making that began earlier may end later.
    const isNewest = began.generation >= oldest && (!last || last.at <= began.at);
    if (!mayBeCached(raw)) {
      const passing = { status: raw.status, headers: raw.headers.flat(), body: raw.body };
      if (isNewest && !isFailed(passing)) cached.delete(address);
      return passing;
    }
    // Unchanged bytes are packed already.
    const answer = last?.answer.isMadeOf(raw)
      ? last.answer
      : cachedAnswer(raw, () => {
          const entry = cached.peek(address);
          // The cache measures an entry again only when it is a new object.
          if (entry?.answer === answer) cached.set(address, { ...entry }, { noUpdateTTL: true });
        });
    if (isNewest) cached.set(address, { answer, ...began });
    return answer;
  }

  /** One making of an address at a time. After an invalidation requests share the next; a stream of them starts few. */
  function makeOnce(address: string): Promise<Answer> {
    const running = makings.get(address);
    if (running?.generation === generation) return running.done;
    if (running && performance.now() - running.at < freshMs) {
      const again = () => makeOnce(address);
      running.next ??= running.done.then(again, again);
      return running.next;
    }
    const began = { at: performance.now(), generation };
    const done = begin(address, began).finally(() => {
      if (makings.get(address) === making) makings.delete(address);
    });
    const making: Making = { ...began, done };
    makings.set(address, making);
    return done;
  }

  return {
    ready,
    async find(address) {
      const fresh = ready(address);
      if (fresh) return fresh;
      const stale = cached.get(address)?.answer;
      const making = makeOnce(address);
      if (!stale) return making;
      const answer = await Promise.race([making.catch(() => undefined), after(PATIENCE_MS)]);
      return answer && !isFailed(answer) ? answer : stale;
    },
    invalidate: () => {
      generation += 1;
    },
    clear: () => {
      generation += 1;
      oldest = generation;
      cached.clear();
    },
    bytes: () => cached.calculatedSize,
  };
}

/** A page that could not load its data is a 200 that may not be cached. */
const isFailed = (answer: Answer): boolean => 'status' in answer && (answer.status >= 500 || answer.status === 200);

const after = (ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref();
  });

function mayBeCached({ status, headers, ofOne = false }: MadeAnswer): boolean {
  const isPrivate = headers.some(([name, value]) => name === 'cache-control' && /no-store/.test(value));
  return status === 200 && !ofOne && !isPrivate;
}

export async function madeOf(response: Response): Promise<MadeAnswer> {
  const body = Buffer.from(await response.arrayBuffer());
  const { status, headers } = response;
  return { status, headers: [...headers], body, ofOne: headers.getSetCookie().length > 0 };
}
