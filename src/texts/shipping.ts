import type { ShipDay } from '#model/orders/ship-days.ts';
import { formatCount } from './format.ts';

/** What stands before each day of "Ships by 4 Dec", or of "225 ship by 4 Dec, 70 by 12 Dec". */
export const shipWords = (days: readonly ShipDay[]): readonly { readonly at: string; readonly words: string }[] =>
  days.map(({ at, pieces }, place) => {
    if (days.length === 1) return { at, words: 'Ships by ' };
    const by = place > 0 ? 'by' : pieces === 1 ? 'ships by' : 'ship by';
    return { at, words: `${place > 0 ? ', ' : ''}${formatCount(pieces)} ${by} ` };
  });
