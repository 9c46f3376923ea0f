import { type PersonalStorage, personalStorage } from '#web/api/personal-storage.ts';

/** Keeps the Idempotency-Key of one purchase form until its order is placed. */
export interface OrderKeeper {
  /** The key to send with this body: the one of an earlier try with the same body, else a new one. */
  keyFor(body: unknown): string;
  /** The order is placed, or certainly refused: the next submit is another one. */
  forget(): void;
}

// A key that a try of long ago left behind must not answer with the order of that day.
const HOURS = 24;

/**
 * The key is stored before it is sent, so a double click, a reload and Back all send the same one,
 * and the shop answers with the same order.
 * @param form names the form: one person and one tool
 */
export function keepOrderKey(
  form: string,
  storage: PersonalStorage = personalStorage,
  now: () => number = Date.now,
): OrderKeeper {
  const name = `order-key:${form}`;
  return {
    keyFor(body) {
      const content = JSON.stringify(body);
      const earlier = read(storage.getItem(name));
      if (earlier?.content === content && now() - earlier.since < HOURS * 3_600_000) return earlier.key;
      const key = crypto.randomUUID();
      storage.setItem(name, JSON.stringify({ key, content, since: now() }));
      return key;
    },
    forget: () => storage.removeItem(name),
  };
}

interface Entry {
  key: string;
  content: string;
  since: number;
}

function read(text: string | null): Entry | undefined {
  try {
    const entry = JSON.parse(text ?? 'null') as Partial<Entry> | null;
    if (typeof entry?.key === 'string' && typeof entry.content === 'string' && typeof entry.since === 'number') {
      return entry as Entry;
    }
  } catch {
    // Whatever stands there was not written here: a new key takes its place.
  }
  return undefined;
}
