import { orderable, type QuantityLimits, quantityProblem } from '#model/catalogue/quantity.ts';
import { formatCount } from '#model/kernel/count.ts';

/** Why a quantity cannot be ordered and within which limits it can, or undefined when it can. */
export function limitSentence(quantity: number | null, limits: QuantityLimits): string | undefined {
  const [min, available] = [formatCount(limits.min), formatCount(limits.available)];
  switch (quantityProblem(quantity, limits)) {
    case 'out-of-stock':
      return `Out of stock: ${available} available, and the minimum order is ${min}.`;
    case 'empty':
      return limits.min === limits.available ? `Enter ${min}.` : `Enter a whole number from ${orderable(limits)}.`;
    case 'below-minimum':
      return `The minimum order is ${min}. Enter ${orderable(limits)}.`;
    case 'above-available':
      return `Only ${available} available. Enter ${orderable(limits)}.`;
    default:
      return undefined;
  }
}

/** The quantity a number of pieces further, kept within the limits. An empty box begins at the minimum. */
export function stepQuantity(quantity: number | null, by: number, { min, available }: QuantityLimits): number {
  if (quantity === null) return min;
  return Math.max(min, Math.min(available, Math.trunc(quantity) + by));
}

/** Pieces for one Page Up or Page Down: about a twentieth of what may be ordered, as a round number. */
export function pageStep({ min, available }: QuantityLimits): number {
  const share = Math.max(10, (available - min) / 20);
  return 10 ** Math.floor(Math.log10(share));
}

/** How far a quantity stands between minimum (0) and available (100), in percent. */
export function gaugePercent(quantity: number | null, { min, available }: QuantityLimits): number {
  if (quantity === null || quantity < min) return 0;
  if (quantity >= available) return 100;
  return ((quantity - min) / (available - min)) * 100;
}

/** A whole number of pieces as people paste it: "1,000", "1 000", "1000 pcs". Null when it is no such number. */
export function parseQuantity(text: string): number | null {
  const match = /^\s*([0-9]{1,3}(?:[,'’\s][0-9]{3})+|[0-9]{1,9})(?:\s*(?:pcs?|pieces?)\.?)?\s*$/i.exec(text);
  return match?.[1] ? Number(match[1].replace(/[^0-9]/g, '')) : null;
}
