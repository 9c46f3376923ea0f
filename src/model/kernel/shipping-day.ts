import { SHOP_FACTS } from './shop-facts.ts';

/** The day by which pieces ship that were paid, or came with a delivery, at a moment. */
export function shippingDay(from: number): string {
  const day = new Date(from);
  day.setUTCDate(day.getUTCDate() + SHOP_FACTS.shippingDays);
  return day.toISOString();
}
