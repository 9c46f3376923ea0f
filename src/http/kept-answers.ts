import { LRUCache } from 'lru-cache';
import { type Change, type News, touches } from '#model/kernel/news.ts';
import { type KeptAnswer, keptAnswer } from './kept-answer.ts';
import { Showing, whileShowing } from './note-shown.ts';

/** An answer of which nothing is known yet but itself. Names of headers are in small letters. */
export interface MadeAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** It changes what a browser keeps of somebody: no other may be given it. */
  readonly ofOne?: boolean;
}

/** An answer that is given once and not kept, such as a refusal. */
export interface Passing {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

export interface KeptAnswers {
  /** What is kept at an address and is as good as new; undefined when that must first be found out. */
  readonly ready: (address: string) => KeptAnswer | undefined;
  /** The answer to an address, made if need be: once, however many ask. Undefined when nothing can be kept now. */
  readonly find: (address: string) => Promise<KeptAnswer | Passing | undefined>;
  readonly bytes: () => number;
}

export interface KeptAnswersOptions {
  /** Makes the answer for somebody of whom nothing is known. */
  readonly make: (address: string) => Promise<MadeAnswer>;
  readonly news: News;
  /** How much may be kept. The answers that nobody asked for longest go first. */
  readonly mostBytes: number;
}

/** Whatever changes without any news, such as the year, is right again after an hour. */
const LONGEST_MS = 3_600_000;

interface Making {
  /** Changes since it began, with the number of each. */
  readonly changes: { readonly no: number; readonly change: Change }[];
  readonly done: Promise<{ readonly answer: KeptAnswer | Passing; readonly outdatedBy: number }>;
}

/** Keeps the answers that are the same for everybody, as finished bytes, until what they show changes. */
export function createKeptAnswers({ make, news, mostBytes }: KeptAnswersOptions): KeptAnswers {
  const kept = new LRUCache<string, KeptAnswer>({
    maxSize: mostBytes,
    maxEntrySize: Math.floor(mostBytes / 4),
    sizeCalculation: (answer) => answer.bytes(),
    ttl: LONGEST_MS,
    ttlResolution: 1_000,
  });
  const makings = new Map<string, Making>();
  let changes = 0;

  news.onChange((change) => {
    changes += 1;
    for (const { changes: since } of makings.values()) since.push({ no: changes, change });
    for (const [address, answer] of kept.entries()) if (touches(change, answer.shown)) kept.delete(address);
  });

  const needsNews = ({ shown }: KeptAnswer) => touches({ kind: 'everything' }, shown);
  const ready: KeptAnswers['ready'] = (address) => {
    const answer = kept.get(address);
    return answer && (news.isCurrent() || !needsNews(answer)) ? answer : undefined;
  };

  async function begin(address: string, since: Making['changes']) {
    const showing = new Showing();
    const made = await whileShowing(showing, () => make(address));
    const { status, headers, body } = made;
    const { shown } = showing;
    if (!showing.forEverybody) throw new Error('What is not for everybody was asked for as if it were');
    if (!mayBeKept(made)) {
      const passing = { status, headers: headers.flat(), body };
      // Of a refusal nobody knows what it depends on.
      return { answer: passing, outdatedBy: since[0]?.no ?? Number.POSITIVE_INFINITY };
    }
    const outdatedBy = since.find(({ change }) => touches(change, shown))?.no ?? Number.POSITIVE_INFINITY;
    const answer: KeptAnswer = keptAnswer(body, headers, shown, () => {
      if (kept.peek(address) === answer) kept.set(address, answer, { noUpdateTTL: true });
    });
    // What was read before a change must not be kept after it.
    if (outdatedBy === Number.POSITIVE_INFINITY) kept.set(address, answer);
    return { answer, outdatedBy };
  }

  return {
    ready,
    bytes: () => kept.calculatedSize,
    async find(address) {
      for (;;) {
        const there = ready(address);
        if (there) return there;
        if (!news.isCurrent() && !(await news.catchUp())) return undefined;
        const found = kept.get(address);
        if (found) return found;
        const joined = changes;
        let making = makings.get(address);
        if (!making) {
          const since: Making['changes'] = [];
          making = { changes: since, done: begin(address, since).finally(() => makings.delete(address)) };
          makings.set(address, making);
        }
        const { answer, outdatedBy } = await making.done;
        // Whoever came after a change that this answer does not show yet needs another one.
        if (outdatedBy > joined) return answer;
      }
    },
  };
}

function mayBeKept({ status, headers, ofOne = false }: MadeAnswer): boolean {
  return (
    status === 200 && !ofOne && !headers.some(([name, value]) => name === 'cache-control' && /no-store/.test(value))
  );
}

/** The answer that the app makes of a request. */
export async function madeOf(response: Response): Promise<MadeAnswer> {
  const body = Buffer.from(await response.arrayBuffer());
  const { status, headers } = response;
  return { status, headers: [...headers], body, ofOne: headers.getSetCookie().length > 0 };
}
