import { LinkToken, type PromiseNumber } from '#model/orders/promise.ts';
import { PROMISE_LINKS } from '#web/ui/kernel/use-listed.ts';

/** As many as one account may have that are valid. */
const MOST = 100;

type Entry = readonly [PromiseNumber, string];

/** Where the browser refuses to keep anything, they last as long as the page. */
let unkept: readonly Entry[] | undefined;

/**
 * The shop knows a link by its hash alone: so that its maker can copy it again, the browser it was made in keeps it until
 * they log out.
 */
export function rememberLink(number: PromiseNumber, token: string): void {
  const entries: Entry[] = [[number, token], ...kept().filter(([other]) => other !== number)].slice(0, MOST) as Entry[];
  try {
    localStorage.setItem(PROMISE_LINKS, JSON.stringify(entries));
    unkept = undefined;
  } catch {
    unkept = entries;
  }
}

/** Undefined in another browser, and after a logout. */
export const recallLink = (number: PromiseNumber): string | undefined =>
  kept().find(([other]) => other === number)?.[1];

function kept(): readonly Entry[] {
  if (unkept) return unkept;
  try {
    const entries: unknown = JSON.parse(localStorage.getItem(PROMISE_LINKS) ?? '[]');
    return Array.isArray(entries) ? entries.filter(isEntry) : [];
  } catch {
    return [];
  }
}

const isEntry = (entry: unknown): entry is Entry =>
  Array.isArray(entry) && typeof entry[0] === 'string' && LinkToken.safeParse(entry[1]).success;
