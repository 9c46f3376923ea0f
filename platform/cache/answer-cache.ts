import { LRUCache } from 'lru-cache';
import { type CachedAnswer, cachedAnswer } from './cached-answer.ts';

/** An answer as it was made. Header names are in lower case. */
export interface MadeAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** It sets cookies, so only the browser that asked may get it. */
  readonly ofOne?: boolean;
}

/** An answer that is given once and not cached, such as a refusal. */
export interface Passing {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

export interface AnswerCache {
  /** The cached answer of an address while it is fresh. */
  readonly ready: (address: string) => CachedAnswer | undefined;
  /** The answer to an address, made once for all who ask meanwhile. */
  readonly find: (address: string) => Promise<CachedAnswer | Passing>;
  /** Makes all that was cached so far stale, in constant time: it is given only while nothing newer can be made. */
  readonly invalidate: () => void;
  /** Forgets all that was cached so far: it is never given again. */
  readonly clear: () => void;
  readonly bytes: () => number;
}

export interface AnswerCacheOptions {
  /** Makes the answer for an anonymous visitor. */
  readonly make: (address: string) => Promise<MadeAnswer>;
  /** How much may be cached. The least recently used answers go first. */
  readonly maxBytes: number;
  /** Milliseconds that an answer is fresh. */
  readonly freshMs?: number;
}

const FRESH_MS = 1_000;
/** Milliseconds to wait for a new answer before a stale one is given. */
const PATIENCE_MS = 1_000;
/** Milliseconds for which a stale answer may stand in for one that cannot be made. */
const STALE_MS = 3_600_000;

interface Entry {
  readonly answer: CachedAnswer;
  /** When its making began, and after how many invalidations. */
  readonly at: number;
  readonly generation: number;
}

type Answer = CachedAnswer | Passing;

interface Making {
  readonly at: number;
  readonly generation: number;
  readonly done: Promise<Answer>;
  /** Begins when this one ends, for all who may not have this one's answer. */
  next?: Promise<Answer>;
}

/** Caches public answers as finished bytes for a second, and gives stale ones while no new one can be made. */
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
  /** Answers whose making began before this generation are not cached. */
  let oldest = 0;

  const ready: AnswerCache['ready'] = (address) => {
    const entry = cached.get(address);
    const fresh = entry?.generation === generation && performance.now() - entry.at < freshMs;
    return fresh ? entry.answer : undefined;
  };

  async function begin(address: string, began: Pick<Entry, 'at' | 'generation'>): Promise<Answer> {
    const made = await make(address);
    const last = cached.peek(address);
    // A making that began earlier may end later.
    const isNewest = began.generation >= oldest && (!last || last.at <= began.at);
    if (!mayBeCached(made)) {
      const passing = { status: made.status, headers: made.headers.flat(), body: made.body };
      if (isNewest && !isFailed(passing)) cached.delete(address);
      return passing;
    }
    // Unchanged bytes are packed already.
    const answer = last?.answer.isMadeOf(made)
      ? last.answer
      : cachedAnswer(made, () => {
          const entry = cached.peek(address);
          // Another object: the cache measures an entry anew only then.
          if (entry?.answer === answer) cached.set(address, { ...entry }, { noUpdateTTL: true });
        });
    if (isNewest) cached.set(address, { answer, ...began });
    return answer;
  }

  /**
   * One making of an address at a time, and nobody gets an answer that was begun before this process's last change: they
   * share the next one. It waits for one that began lately, so that a stream of changes does not start a stream of makings.
   */
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
      const there = ready(address);
      if (there) return there;
      const stale = cached.get(address)?.answer;
      const making = makeOnce(address);
      if (!stale) return making;
      const made = await Promise.race([making.catch(() => undefined), after(PATIENCE_MS)]);
      return made && !isFailed(made) ? made : stale;
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

/** A page that says that it could not load its data is a 200 that may not be cached. */
const isFailed = (answer: Answer): boolean => 'status' in answer && (answer.status >= 500 || answer.status === 200);

const after = (ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref();
  });

function mayBeCached({ status, headers, ofOne = false }: MadeAnswer): boolean {
  const isPrivate = headers.some(([name, value]) => name === 'cache-control' && /no-store/.test(value));
  return status === 200 && !ofOne && !isPrivate;
}

/** A response as an answer to cache. */
export async function madeOf(response: Response): Promise<MadeAnswer> {
  const body = Buffer.from(await response.arrayBuffer());
  const { status, headers } = response;
  return { status, headers: [...headers], body, ofOne: headers.getSetCookie().length > 0 };
}
