import { eachOf } from '#model/catalogue/ladder-cost.ts';
import { MAX_QUANTITY } from '#model/catalogue/quantity.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { centsToDollars } from '#model/kernel/money.ts';
import { type LineFix, type LineProblem, type ListLine, type Split, splitOf } from '#model/orders/order-list.ts';
import { orderPrice } from '#model/pricing/price.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { formatDeliveryDay } from '#texts/format-time.ts';
import { packSentence } from '#texts/ladder.ts';
import { shortName } from '../catalogue/short-name.ts';
import { keepUnits } from '../kernel/keep-units.ts';
import { mostOfOne } from './no-room-text.ts';

/** Why a line cannot be ordered as it is. @param problem with the fixes that are offered beside it */
export function problemSentence(
  { code, fixes }: LineProblem,
  line: Pick<ListLine, 'quantity' | 'seenPrice'>,
  tool: Tool | null,
): { lead: string; rest: string } {
  if (!tool || code === 'gone') return { lead: 'No longer sold.', rest: '' };
  const { quantity, seenPrice } = line;
  const split = splitOf(line, tool);
  switch (code) {
    case 'sold-out': {
      const { left = 0, date = '' } = split && tool.restock ? tool.restock : {};
      const rest = split ? `${formatCount(left)} ${left === 1 ? 'comes' : 'come'} on ${formatDeliveryDay(date)}.` : '';
      // Less than the minimum may be ordered with the rest of the line.
      const lead = split && split.now > 0 ? inStock(tool) : 'Sold out since you added it.';
      return { lead, rest };
    }
    case 'too-few': {
      const price = formatDollars(eachOf(tool, quantity));
      const waits = fixes.some((fix) => fix.code === 'wait');
      return { lead: inStock(tool), rest: waits ? `All ${formatCount(quantity)} keep the price of ${price}.` : '' };
    }
    case 'below-minimum':
      return {
        lead: `The minimum order is ${formatCount(tool.min_quantity)}.`,
        rest: `You have ${formatCount(quantity)}.`,
      };
    case 'not-whole-packs': {
      const [lead = '', rest = ''] = packSentence(quantity, tool.pack).split(/(?<=\.) /);
      return { lead, rest };
    }
    case 'unpaid':
      // The shop's own words say how many.
      return { lead: '', rest: '' };
    case 'price-risen': {
      const price = orderPrice(tool, quantity, 0);
      const now = formatDollars(centsToDollars(price.asked));
      // Where a larger step may have been its ceiling, what the line was is not known.
      const before = tool.steps.some(({ from }) => from > quantity)
        ? ''
        : ` instead of ${formatDollars(seenPrice * quantity)}`;
      return {
        lead: 'Price changed since you added it:',
        rest: `then ${formatDollars(seenPrice)} each, now ${formatDollars(price.each)}. This line is ${now}${before}.`,
      };
    }
  }
}

const inStock = (tool: Tool): string =>
  tool.available_quantity < MAX_QUANTITY ? `Only ${formatCount(tool.available_quantity)} in stock.` : mostOfOne();

/** "Hacksaw 300 mm has all 60 now, at $9 each." of a tool like the one that has sold out. */
export const insteadSentence = (tool: Tool, quantity: number): string =>
  `${keepUnits(shortName(tool.name))} has all ${formatCount(quantity)} now, at ${formatDollars(eachOf(tool, quantity))} each.`;

/** "Hacksaw" of "Hacksaw 300 mm, 24 TPI": what stands before the first measure. */
export const kindOf = (name: string): string => /^[^\d,(]+/.exec(name)?.[0].trim() || name;

/** "180 now, 70 on 3 Dec". */
export const splitSentence = ({ now, later, date }: Split, at: 'on' | 'from'): string =>
  `${now === 0 ? 'None' : formatCount(now)} now, ${formatCount(later)} ${at} ${formatDeliveryDay(date)}`;

export function fixLabel(fix: LineFix): string {
  if (fix.code === 'remove') return 'Remove';
  if (fix.code === 'wait') {
    const day = formatDeliveryDay(fix.date);
    return fix.now === 0 ? `Hold my place for ${day}` : splitSentence(fix, 'on');
  }
  return fix.code === 'accept' ? `Accept ${formatDollars(fix.price)} each` : `Make it ${formatCount(fix.quantity)}`;
}
