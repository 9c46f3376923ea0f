import { sql } from 'drizzle-orm';
import { eachOf, type Prices } from '#model/catalogue/ladder-cost.ts';
import type { OrderId, ToolId } from '#model/kernel/ids.ts';
import { refundShare } from '#model/purchases/refund.ts';
import { editTool } from '#services/catalogue/edit-tool.ts';
import type { Context, Db } from '#services/kernel/context.ts';
import { correctShipment } from '#services/orders/shipping/correct-shipment.ts';
import { shipPurchase } from '#services/orders/shipping/ship-purchase.ts';
import { takeBackShipment } from '#services/orders/shipping/undo-shipping.ts';
import { keepWaiting } from '#services/orders/waiting/keep-waiting.ts';
import { changeLines } from '#services/payments/change-lines.ts';
import { cancelWaiting, refundPurchase } from '#services/payments/refund-purchase.ts';
import type { Provider } from './provider.ts';
import type { Random } from './random.ts';
import { DAY } from './times.ts';

/** What customers, admins and the bank do, as often as it stands here. */
export const DEEDS = [
  ...['place', 'place', 'pay', 'pay', 'pay', 'card', 'card', 'card', 'bank', 'confirm', 'cancel', 'change'],
  ...['ship', 'ship a part', 'undo shipping', 'refund a part', 'refund a part', 'money goes back by hand', 'decide'],
  ...['a refund fails', 'webhook', 'webhook'],
];
/** Besides, where pieces may wait for a delivery. */
export const WAITING_DEEDS = [
  ...['restock', 'restock', 'cancel what waits', 'cancel what waits'],
  ...['delivery later', 'delivery later', 'delivery sooner', 'keep waiting'],
];

interface Life {
  readonly db: Db;
  readonly random: Random;
  readonly provider: Provider;
  readonly admin: string;
  readonly hammer: ToolId;
  readonly saw: ToolId;
  readonly prices: { readonly hammer: Prices; readonly saw: number };
  readonly clock: () => Date;
  readonly trace: string[];
  readonly drawn: () => { readonly id: string; readonly owner: string } | undefined;
  readonly start: (task: string, work: (context: Context) => Promise<unknown>) => Promise<void>;
}

/** Pieces leave and money goes back in parts. */
export const parts = ({
  db,
  random,
  drawn,
  admin,
  hammer,
  saw,
  prices,
  clock,
  provider,
  trace,
  start,
}: Life): Record<string, () => Promise<void> | void> => ({
  // Another quantity of a tool, or a tool that was not in the purchase.
  change: () => {
    const order = drawn();
    const quantity = random.one([5, 6, 8, 10, 12]);
    const line = random.chance(0.3)
      ? { toolId: saw, quantity, price: prices.saw }
      : { toolId: hammer, quantity, price: eachOf(prices.hammer, quantity) };
    return (
      order && start('change', (context) => changeLines(context, order.owner, order.id as OrderId, { lines: [line] }))
    );
  },
  'ship a part': () => {
    const order = drawn();
    const request = random.chance(0.3) ? `key-${random.below(4)}-of-a-box` : undefined;
    const lines = order && [{ order: order.id as OrderId, pieces: 1 + random.below(3) }];
    return lines && start('ship', (context) => shipPurchase(context, admin, order.id as OrderId, { lines }, request));
  },
  'take back': async () => {
    const sent = await shipmentOf(db, drawn()?.id);
    return sent && start('take back', (context) => takeBackShipment(context, admin, sent.order, sent.id));
  },
  correct: async () => {
    const sent = await shipmentOf(db, drawn()?.id);
    const wish = { carrier: null, tracking: `A${random.below(3)}` };
    return (
      sent &&
      start('correct', (context) => correctShipment(context, admin, { id: sent.order, shipmentId: sent.id }, wish))
    );
  },
  'refund a part': async () => {
    const order = drawn();
    const all = random.chance(0.2);
    const pieces = all ? undefined : 1 + random.below(3);
    const amount = order && (await refundable(db, order.id, pieces));
    if (!order || !amount) return;
    const id = order.id as OrderId;
    const request = random.chance(0.3) ? `key-${random.below(4)}-of-a-refund` : undefined;
    const wish = {
      back: random.chance(0.5),
      amount,
      reason: 'Damaged',
      ...(pieces && { lines: [{ order: id, pieces }] }),
    };
    return start('refund', (context) => refundPurchase(context, admin, id, wish, request));
  },
  'cancel what waits': async () => {
    const order = drawn();
    const { rows } = await db.execute<{ waiting: number }>(
      sql`select waiting from orders where id = ${order?.id ?? null} and waiting > 0`,
    );
    const waiting = rows[0]?.waiting;
    if (!order || !waiting) return;
    const pieces = random.chance(0.5) ? waiting : 1 + random.below(waiting);
    const wish = { lines: [{ order: order.id as OrderId, pieces }], amount: await refundable(db, order.id, pieces) };
    const request = random.chance(0.3) ? `key-${random.below(4)}-of-a-press` : undefined;
    return start('refund', (context) => cancelWaiting(context, order.owner, order.id as OrderId, wish, request));
  },
  'delivery later': () => moveDelivery({ db, admin, hammer, clock, start }, 35),
  'delivery sooner': () => moveDelivery({ db, admin, hammer, clock, start }, 5),
  'keep waiting': async () => {
    const { rows } = await db.execute<{ id: OrderId; owner: string; day: string }>(sql`
      select orders.id, person_id as owner, restock_at::text as day from orders join tool on tool.id = tool_id
       where agree_by is not null and restock_at is not null order by queue_no limit 1`);
    const [asked] = rows;
    if (!asked) return;
    const { id, owner, day } = asked;
    return start('keep waiting', (context) => keepWaiting(context, owner, id, { lines: [{ order: id, day }] }));
  },
  'money goes back by hand': () => {
    const paid = [...provider.payments.values()];
    const { intent } = paid.at(random.below(Math.max(paid.length, 1))) ?? {};
    if (!intent) return;
    trace.push(`${intent.id} is given back by hand`);
    provider.giveBackByHand(intent.id, random.chance(0.5) ? 500 : intent.amountReceived);
  },
});

/** The hammer's, to so many days from now. */
async function moveDelivery(
  { db, admin, hammer, clock, start }: Pick<Life, 'db' | 'admin' | 'hammer' | 'clock' | 'start'>,
  days: number,
): Promise<void> {
  const { rows } = await db.execute<{ version: number }>(sql`select version from tool where id = ${hammer}`);
  const restock_at = new Date(clock().getTime() + days * DAY).toISOString().slice(0, 10);
  const edit = { version: rows[0]?.version ?? 1, restock_at };
  return start('delivery', (context) => editTool(context, admin, hammer, edit, undefined));
}

/** The last with pieces of an order. */
async function shipmentOf(db: Db, order: string | undefined) {
  const { rows } = await db.execute<{ id: string; order: OrderId }>(sql`
    select shipment.id, order_id as "order" from shipment join shipment_line on shipment_id = shipment.id
     where order_id = ${order ?? null} order by no desc limit 1`);
  return rows[0];
}

/** In dollars, of so many pieces or of all that have not left. */
async function refundable(db: Db, id: string, pieces?: number): Promise<number> {
  type Row = Record<'quantity' | 'given' | 'total' | 'guard' | 'off' | 'here' | 'left', string>;
  const { rows } = await db.execute<Row>(sql`
    select coalesce((select payment.amount_cents - refunded_cents from payment join purchase on intent_id = paid_intent
                      where purchase.id = orders.purchase_id), 0) as left,
           quantity, given_up as given, total_cents as total, guard_cents as guard, discount_cents as off,
           hold_quantity - shipped_quantity + waiting as here
      from orders where ${pieces === undefined ? sql`purchase_id = (select purchase_id from orders where id = ${id})` : sql`id = ${id}`}`);
  const cents = rows.reduce((sum, row) => {
    const of = (value: string) => Number(value);
    const line = { quantity: of(row.quantity), givenUp: of(row.given), totalCents: of(row.total) };
    const off = { guardCents: of(row.guard), discountCents: of(row.off) };
    return sum + refundShare({ ...line, ...off }, pieces ?? of(row.here)).amount;
  }, 0);
  return Math.min(cents, Number(rows[0]?.left ?? 0)) / 100;
}
