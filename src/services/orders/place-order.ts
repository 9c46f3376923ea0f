import { hash } from 'node:crypto';
import type { OrderId } from '#model/kernel/ids.ts';
import { dollarsToCents, MAX_PAYMENT } from '#model/kernel/money.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { PlaceOrder } from '#model/orders/order.ts';
import type { Context } from '../kernel/context.ts';
import { type Customer, type LineRefusal, type PlacePurchaseFailure, placePurchase } from './place-purchase.ts';

export type PlaceOrderFailure =
  | Exclude<LineRefusal, { readonly code: 'tool_twice' }>
  | Exclude<PlacePurchaseFailure, { readonly code: 'lines_refused' | 'too_many_lines' }>;

/** A purchase of one line. The same key and body return the same order. */
export async function placeOrder(
  context: Pick<Context, 'db' | 'clock' | 'limits' | 'offer'>,
  customer: Customer,
  request: PlaceOrder,
  key: string | undefined,
): Promise<Outcome<{ id: OrderId }, PlaceOrderFailure>> {
  const { tools_id: toolId, tools_price: price, quantity, phone, address } = request;
  if (dollarsToCents(price) * quantity > MAX_PAYMENT) return failure({ code: 'amount_too_large' });
  const wanted = { phone, address, lines: [{ toolId, quantity, price }] };
  const placed = await placePurchase(context, customer, wanted, key, hashOf(request));
  if (placed.ok) return success({ id: placed.value.id });
  const { code } = placed.failure;
  if (code !== 'lines_refused') return failure(placed.failure as PlaceOrderFailure);
  const [{ line: _, ...refused } = { line: 0 }] = placed.failure.lines;
  return failure(refused as PlaceOrderFailure);
}

function hashOf(request: PlaceOrder): Buffer {
  const { tools_id, quantity, phone, address, tools_price } = request;
  return hash('sha256', JSON.stringify([tools_id, quantity, phone, address, tools_price]), 'buffer');
}
