import type { Tool } from '#model/catalogue/tool.ts';
import { centsToDollars, subtractCents } from '#model/kernel/money.ts';
import type { LineFix, LineProblem, ListLine } from '#model/orders/order-list.ts';
import { orderPrice } from '#model/pricing/price.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { packSentence } from '#texts/ladder.ts';

/** Why a line of the order list cannot be ordered as it is. */
export function problemSentence(
  code: LineProblem['code'],
  { quantity, seenPrice }: ListLine,
  tool: Tool | null,
): { lead: string; rest: string } {
  if (!tool || code === 'gone') return { lead: 'No longer sold.', rest: '' };
  switch (code) {
    case 'sold-out':
      return { lead: 'Sold out since you added it.', rest: '' };
    case 'too-few':
      return { lead: `Only ${formatCount(tool.available_quantity)} in stock.`, rest: '' };
    case 'below-minimum':
      return {
        lead: `The minimum order is ${formatCount(tool.min_quantity)}.`,
        rest: `You have ${formatCount(quantity)}.`,
      };
    case 'not-whole-packs': {
      const [lead = '', rest = ''] = packSentence(quantity, tool.pack).split(/(?<=\.) /);
      return { lead, rest };
    }
    case 'price-risen': {
      const price = orderPrice(tool, quantity, 0);
      const now = formatDollars(centsToDollars(subtractCents(price.total, price.guard)));
      const then = formatDollars(seenPrice * quantity);
      return {
        lead: 'Price changed since you added it:',
        rest: `then ${formatDollars(seenPrice)} each, now ${formatDollars(price.each)}. This line is ${now} instead of ${then}.`,
      };
    }
  }
}

export function fixLabel(fix: LineFix): string {
  if (fix.code === 'remove') return 'Remove';
  return fix.code === 'accept' ? `Accept ${formatDollars(fix.price)} each` : `Make it ${formatCount(fix.quantity)}`;
}
