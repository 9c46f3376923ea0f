import { SHOP_FACTS } from './shop-facts.ts';

/** What comes later has a longer year, and as a text comes first. */
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** The day by which pieces ship that were paid, or came with a delivery, at a moment. */
export function shippingDay(from: number): string {
  const day = new Date(from);
  day.setUTCDate(day.getUTCDate() + SHOP_FACTS.shippingDays);
  return new Date(Math.min(day.getTime(), LAST)).toISOString();
}
