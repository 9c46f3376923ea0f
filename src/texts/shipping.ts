import type { Order } from '#model/orders/order.ts';
import type { ShipDay } from '#model/orders/ship-days.ts';
import { formatCount } from './format.ts';

type Wait = Pick<NonNullable<Order['waiting']>, 'pieces' | 'date' | 'undated'>;

/** What stands before each day of "Ships by 4 Dec", or of "225 ship by 4 Dec, 70 by 12 Dec". */
export const shipWords = (days: readonly ShipDay[]): readonly { readonly at: string; readonly words: string }[] =>
  days.map(({ at, pieces }, place) => {
    if (days.length === 1) return { at, words: 'Ships by ' };
    const by = place > 0 ? 'by' : pieces === 1 ? 'ships by' : 'ship by';
    return { at, words: `${place > 0 ? ', ' : ''}${formatCount(pieces)} ${by} ` };
  });

/** What ships when, with its days as they are written there; empty where nothing is known. */
export const shipsText = (days: readonly ShipDay[], write: (at: string) => string): string =>
  shipWords(days)
    .map(({ at, words }) => `${words}${write(at)}`)
    .join('');

/** The same as a row of a list: "Ships by" and "4 Dec"; what ships by several days says it in its words. */
export const shipsRow = (days: readonly ShipDay[], write: (at: string) => string): { label: string; is: string } => {
  const [only, ...more] = days;
  return only && more.length === 0
    ? { label: 'Ships by', is: write(only.at) }
    : { label: 'Shipping', is: shipsText(days, write) };
};

/** "70 wait for 3 Dec". @param what the delivery, or its day as it is written there */
export const waitFor = (pieces: number, what: string): string =>
  `${formatCount(pieces)} ${pieces === 1 ? 'waits' : 'wait'} for ${what}`;

/** The same of an order. "70 still wait, promised for 3 Dec" where no delivery is expected any more. */
export const waitWords = ({ pieces, date, undated }: Wait, write: (day: string) => string): string =>
  undated
    ? `${formatCount(pieces)} still ${pieces === 1 ? 'waits' : 'wait'}, promised for ${write(date)}`
    : waitFor(pieces, write(date));

/** Of pieces that wait for a delivery: "178 ship when they are here; cancel them until then and …". */
export function untilHere(pieces: number, money = 'the money'): string {
  const [ship, are, them] = pieces === 1 ? ['ships', 'it is', 'it'] : ['ship', 'they are', 'them'];
  return `${ship} when ${are} here; cancel ${them} until then and you get ${money} back.`;
}
