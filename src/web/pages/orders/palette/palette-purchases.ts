import { equalWords } from '#model/catalogue/search-words.ts';
import { shortOrderId } from '#model/kernel/ids.ts';
import { amountToPay, type Order } from '#model/orders/order.ts';
import { formatPo } from '#texts/typed.ts';
import { isOnPapers } from '#web/ui/orders/order-filter.ts';
import { groupByPurchase } from '#web/ui/orders/purchase-groups.ts';
import { synonyms } from '../../../../../content/synonyms.ts';

/** A purchase that fits what is looked for. */
export interface FoundPurchase {
  readonly number: NonNullable<Order['number']>;
  readonly orders: readonly [Order, ...Order[]];
  /** By its number, PO number or job; else its orders fit. */
  readonly itself: boolean;
  /** The only one of its orders that fits, where not the purchase itself does. */
  readonly line: Order | undefined;
  /** What its customer calls it, where that is what fits; else, for admins, the customer. */
  readonly reference: string | undefined;
  readonly tools: number;
  readonly amount: number;
}

const NONE: ReadonlySet<string> = new Set();
const SHORTEST = 2;
const SHORTEST_NUMBER = 3;

/**
 * The purchases with all words in their number, papers, PO number, job, order ids and tools, the newest first.
 * @param desk for admins: also in the name, the email and the item numbers
 * @param meant ids of orders that are known to be meant
 */
export function findPurchases(
  words: string,
  orders: readonly Order[],
  desk = false,
  meant: ReadonlySet<string> = NONE,
): FoundPurchase[] {
  const sought = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (sought.length === 0 || sought.some(isTooShort)) return [];
  return groupByPurchase(orders).flatMap(({ orders: [first, ...rest] }): FoundPurchase[] => {
    if (!first?.number) return [];
    const all = [first, ...rest] as const;
    const fitsCustomer = (word: string) => desk && (has(first.name, word) || has(first.email, word));
    const itself = sought.every((word) => fitsPurchase(word, first) || fitsCustomer(word));
    const lines = all.filter((order) =>
      sought.every(
        (word) => fitsPurchase(word, order) || fitsCustomer(word) || fitsTool(word, order) || fitsId(word, order),
      ),
    );
    if (!itself && lines.length === 0 && !all.some(({ _id }) => meant.has(_id))) return [];
    const { po_number, job } = first.purchase ?? {};
    const called = [po_number && formatPo(po_number), job].find((it) => sought.some((word) => has(it, word)));
    const reference = called ?? (desk ? first.name : undefined);
    const line = !itself && lines.length === 1 ? lines[0] : undefined;
    return [
      { number: first.number, orders: all, itself, line, reference, tools: all.length, amount: amountToPay(first) },
    ];
  });
}

/** A number is looked for from its third digit on, or with its letter. */
const isTooShort = (word: string): boolean => word.length < (/^\d+$|^p-$/.test(word) ? SHORTEST_NUMBER : SHORTEST);

const has = (text: string | undefined, word: string): boolean => text?.toLowerCase().includes(word) ?? false;

function fitsPurchase(word: string, order: Order): boolean {
  const { number, purchase } = order;
  const digits = word.replace(/^p-/, '');
  const begins = /^\d{3,}$/.test(digits) && number?.slice(2).startsWith(digits);
  const called = number?.toLowerCase() === word || isOnPapers(word, order);
  return begins || called || has(purchase?.po_number, word) || has(purchase?.job, word);
}

const fitsTool = (word: string, { tools_name, item_number }: Order): boolean =>
  has(item_number, word) || [word.replace(/s$/, ''), ...equalWords(word, synonyms)].some((it) => has(tools_name, it));

/** Words have letters that ids have too. */
const fitsId = (word: string, { _id }: Order): boolean =>
  /\d/.test(word) && (has(_id, word) || has(shortOrderId(_id), word));
