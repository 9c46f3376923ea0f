import { readPieces } from '#model/catalogue/need.ts';
import { MAX_QUANTITY, type QuantityLimits, quantityProblem, wholePacks } from '#model/catalogue/quantity.ts';
import { formatCount, formatRange } from '#texts/format.ts';
import { packSentence } from '#texts/ladder.ts';
import { mostOfOne } from './no-room-text.ts';

/**
 * Why a quantity cannot be ordered, and the limits; undefined when it can.
 * @param choice whether the page offers what can be done about missing stock
 */
export function limitSentence(quantity: number | null, limits: QuantityLimits, choice = false): string | undefined {
  const [min, available] = [formatCount(limits.min), formatCount(limits.available)];
  const most = wholePacks(limits.available, limits.pack ?? 1);
  const range = formatRange(limits.min, most);
  switch (quantityProblem(quantity, limits)) {
    case 'out-of-stock':
      return `Out of stock: ${available} available, and the minimum order is ${min}.${choice ? ' Choose below.' : ''}`;
    case 'empty':
      return limits.min === most ? `Enter ${min}.` : `Enter a whole number from ${range}.`;
    case 'below-minimum':
      return `The minimum order is ${min}. Enter ${range}.`;
    case 'above-available':
      return `${limits.available < MAX_QUANTITY ? `Only ${available} available.` : mostOfOne()} Enter ${range}${choice ? ', or choose below' : ''}.`;
    case 'not-whole-packs':
      return packSentence(quantity ?? 0, limits.pack ?? 1);
    default:
      return undefined;
  }
}

/** So many packs more or less, within the limits. From between two packs to the next one. Empty starts at the minimum. */
export function stepQuantity(
  quantity: number | null,
  packs: number,
  { min, available, pack = 1 }: QuantityLimits,
): number {
  if (quantity === null) return min;
  const from = packs > 0 ? Math.floor(quantity / pack) : Math.ceil(quantity / pack);
  return Math.max(min, Math.min(wholePacks(available, pack), (from + packs) * pack));
}

/** Packs for Page Up and Page Down: about a twentieth of the range, rounded. */
export function pageStep({ min, available, pack = 1 }: QuantityLimits): number {
  const share = Math.max(10, (available - min) / pack / 20);
  return 10 ** Math.floor(Math.log10(share));
}

/** How many packs more or less a key means; undefined for keys that mean none. */
export function packsOfKey(key: string, limits: QuantityLimits): number | undefined {
  const page = pageStep(limits);
  return { ArrowUp: 1, ArrowDown: -1, PageUp: page, PageDown: -page }[key];
}

/** Percent: the minimum is 0, all available pieces are 100. */
export function gaugePercent(quantity: number | null, { min, available }: QuantityLimits): number {
  if (quantity === null || quantity < min) return 0;
  if (quantity >= available) return 100;
  return ((quantity - min) / (available - min)) * 100;
}

export const parseQuantity = readPieces;
