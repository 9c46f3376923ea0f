import { itemNumber } from '#model/catalogue/item-number.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import type { Split } from '#model/orders/order-list.ts';
import { moneyBack } from '#model/orders/shortfall.ts';
import { type OrderPrice, orderPrice } from '#model/pricing/price.ts';
import { formatCents, formatCount, formatDollars } from '#texts/format.ts';
import { formatDeliveryDay } from '#texts/format-time.ts';
import { untilHere } from '#texts/shipping.ts';
import { shortName } from '../catalogue/short-name.ts';

/** What is asked for so many, before the first-order offer. */
export const askedFor = ({ asked }: OrderPrice): string => formatCents(asked);

export const missingQuestion = (missing: number): string =>
  `${formatCount(missing)} ${missing === 1 ? 'is' : 'are'} missing. How shall we do it?`;

/** "All 250 at $29 each, $7,250. The 70 ship when they are here; cancel them until then and you get $2,030 back." */
export function splitText(tool: Tool, quantity: number, { now, later }: Split, offerPercent: number): string {
  const price = orderPrice(tool, quantity, 0);
  const back = formatCents(moneyBack(tool, quantity, later, offerPercent));
  return (
    `All ${formatCount(quantity)} at ${formatDollars(price.each)} each, ${askedFor(price)}. ` +
    `${now === 0 ? allOf(later) : `The ${formatCount(later)}`} ${untilHere(later, back)}`
  );
}

/** "At $32 each." with the larger order that costs no more, where there is one. */
export function eachText({ each, guardedBy }: OrderPrice): string {
  const guard = guardedBy ? `, no more than for ${formatCount(guardedBy.from)}` : '';
  return `At ${formatDollars(each)} each${guard}.`;
}

export const splitButton = (quantity: number, { now, later }: Split): string =>
  `Purchase ${formatCount(quantity)}, ${now === 0 ? 'all' : formatCount(later)} later`;

/** "70 of them are expected on 3 Dec. They ship when they are here; cancel them until then and you get the money back." */
export function waitSentence({ now, later, date }: Split): string {
  const day = formatDeliveryDay(date);
  const which = now === 0 ? 'All of them are' : later === 1 ? '1 of them is' : `${formatCount(later)} of them are`;
  return `${which} expected on ${day}. ${allOf(later)} ${untilHere(later)}`;
}

export const allOf = (pieces: number): string => (pieces === 1 ? 'It' : 'They');

/** A mail to the shop about pieces that it does not have. */
export function mailToShop(contact: string, tool: Tool, quantity: number, address: string): string {
  const what = `${formatCount(quantity)} x ${itemNumber(tool)}`;
  const available = tool.available_quantity;
  const body =
    `We need ${what} (${shortName(tool.name)}). ${formatCount(available)} ${available === 1 ? 'is' : 'are'} available.` +
    (address.trim() ? ` Deliver to ${address.trim()}.` : '');
  return `mailto:${contact}?subject=${encodeURIComponent(what)}&body=${encodeURIComponent(body)}`;
}

/** "Tell me when 250 are here". */
export const tellMe = (pieces: number): string => `Tell me when ${formatCount(pieces)} ${areHere(pieces)}`;

export const weWillWrite = (email: string, pieces: number): string =>
  `We will write to ${email} when ${formatCount(pieces)} ${areHere(pieces)}.`;

const areHere = (pieces: number): string => (pieces === 1 ? 'is here' : 'are here');
