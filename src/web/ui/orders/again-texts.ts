import { eachOf } from '#model/catalogue/ladder-cost.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import type { AgainRow } from '#model/orders/order-again.ts';
import type { Trouble, Troubles } from '#model/orders/saved-lists.ts';
import { formatCount, formatDollars, many } from '#texts/format.ts';
import { formatDeliveryDay } from '#texts/format-time.ts';
import { shortName } from '../catalogue/short-name.ts';
import { keepUnits } from '../kernel/keep-units.ts';
import type { StatusMark } from '../kernel/status.tsx';
import { manyLines } from './list-counts.ts';

export const nameOf = (tool: Pick<Tool, 'name'>): string => keepUnits(shortName(tool.name));

/** Why a line cannot be had. */
export const goneSentence = ({ line, tool }: AgainRow): string =>
  tool ? `${nameOf(tool)} is sold out.` : `${nameOf(line)} is no longer sold.`;

/** "The Hacksaw 300 mm has all 40 now, at $9 each." */
export const standInSentence = (tool: Tool, quantity: number): string =>
  `The ${nameOf(tool)} has all ${formatCount(quantity)} now, at ${formatDollars(eachOf(tool, quantity))} each.`;

/** "up $1": words say it, not colour. */
export const riseWords = (rise: number): string =>
  rise === 0 ? 'same price' : `${rise > 0 ? 'up' : 'down'} ${formatDollars(Math.abs(rise))}`;

/** What stock says to so many pieces of a tool. */
export function stockWords(tool: Tool | null, trouble: Trouble | undefined): { mark: StatusMark; text: string } {
  if (!tool) return { mark: 'open', text: 'No longer sold' };
  switch (trouble) {
    case 'sold_out': {
      const { left = 0, date = '' } = tool.restock ?? {};
      const coming =
        left > 0 ? `, ${formatCount(left)} ${left === 1 ? 'comes' : 'come'} on ${formatDeliveryDay(date)}` : '';
      return { mark: 'open', text: `Sold out${coming}` };
    }
    case 'too_few':
      return { mark: 'half', text: `${formatCount(tool.available_quantity)} now` };
    case 'below_minimum':
      return { mark: 'open', text: `Minimum is ${formatCount(tool.min_quantity)}` };
    case 'not_whole_packs':
      return { mark: 'half', text: `Sold in boxes of ${formatCount(tool.pack)}` };
    default:
      return { mark: 'done', text: 'In stock' };
  }
}

/** The worst first; empty where nothing stands in the way. */
export function troubleWords(troubles: Troubles): { mark: StatusMark; text: string }[] {
  const kinds: readonly [Trouble, StatusMark, string][] = [
    ['gone', 'open', 'no longer sold'],
    ['sold_out', 'open', 'sold out'],
    ['too_few', 'half', 'partly in stock'],
    ['below_minimum', 'half', 'below the minimum order'],
    ['not_whole_packs', 'half', 'not in whole boxes'],
  ];
  return kinds.flatMap(([kind, mark, words]) =>
    troubles[kind] > 0 ? [{ mark, text: `${formatCount(troubles[kind])} ${words}` }] : [],
  );
}

export const addLabel = (lines: number): string => `Add ${manyLines(lines)} to order list`;
export const addedText = (lines: number): string => `${manyLines(lines)} added to order list.`;

/** Why the lines were not added: so many more tools fit. */
export const fullText = (room: number): string =>
  room === 0
    ? 'Your order list is full: it has 200 tools. Take some out of it first.'
    : `Your order list has room for ${many(room, 'more tool')}. Choose fewer lines, or take some out of it.`;
