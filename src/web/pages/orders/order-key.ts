import { personalStorage, readKept } from '#web/api/personal-storage.ts';

export interface OrderKeeper {
  /**
   * The key of an earlier try, otherwise a new one: whoever changes what they typed after an answer was lost is told what
   * became of it.
   * @param body where a try with another one is another order
   * @param next the key of a first try
   */
  keyFor(body?: unknown, next?: string): string;
  /** Call when the order was placed: the next submit is another order. */
  forget(): void;
  /** Call instead when its form had been left: whoever comes back at once and submits gets the order that was placed. */
  forgetSoon(): void;
}

// An older key must not return an order of days ago.
const LIFE = 24 * 3_600_000;
const SOON = 10 * 60_000;

/**
 * Stored before it is sent, so that a double click, a reload and Back send the same key and get the same order.
 * @param form names the form: one person and one tool
 */
export function keepOrderKey(form: string, now: () => number = Date.now): OrderKeeper {
  const name = `order-key:${form}`;
  return {
    keyFor(body, next = crypto.randomUUID()) {
      const content = JSON.stringify(body ?? null);
      const earlier = read(name);
      if (earlier?.content === content && now() - earlier.since < LIFE) return earlier.key;
      personalStorage.setItem(name, JSON.stringify({ key: next, content, since: now() }));
      return next;
    },
    forget: () => personalStorage.removeItem(name),
    forgetSoon() {
      const entry = read(name);
      if (entry) personalStorage.setItem(name, JSON.stringify({ ...entry, since: now() - LIFE + SOON }));
    },
  };
}

/**
 * The same key in every tab and on every device that shows these lines, so that one list is ordered once. Lines that are
 * put into the list anew make another key, and so does another day: a keeper remembers that of a try before midnight.
 */
export async function keyOfList(lines: readonly Added[], now: number = Date.now()): Promise<string> {
  const facts = lines.map(({ tool, addedAt }) => `${tool} ${addedAt}`).toSorted();
  const text = JSON.stringify([Math.floor(now / LIFE), ...facts]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `list-${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

interface Added {
  readonly tool: string;
  readonly addedAt: number;
}

interface Entry {
  key: string;
  content: string;
  since: number;
}

function read(name: string): Entry | undefined {
  const { key, content, since } = readKept<Entry>(name);
  if (typeof key !== 'string' || typeof content !== 'string' || typeof since !== 'number') return undefined;
  return { key, content, since };
}
