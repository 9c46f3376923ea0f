import type { Shop } from './shop.ts';
import { amountOf, receivableOf } from './state.ts';

export function invoice(shop: Shop, i: number): void {
  const purchase = shop.purchase(i);
  purchase.invoiced = amountOf(purchase);
  shop.move(i, 'invoiced');
}

export function payInvoice(shop: Shop, i: number): void {
  const purchase = shop.purchase(i);
  const open = receivableOf(purchase);
  purchase.received += open;
  shop.s.exposure -= open;
  close(shop, i);
}

/** A credit note. Where the invoice was paid, it is credit of the customer. */
export function credit(shop: Shop, i: number, amount: number): void {
  const purchase = shop.purchase(i);
  shop.s.exposure -= Math.min(amount, receivableOf(purchase));
  purchase.credited += amount;
  close(shop, i);
}

function close(shop: Shop, i: number): void {
  const purchase = shop.purchase(i);
  if (purchase.st === 'invoiced' && receivableOf(purchase) === 0) shop.move(i, 'paid');
}
