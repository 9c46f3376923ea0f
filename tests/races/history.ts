import { sql } from 'drizzle-orm';
import { failure } from '#model/kernel/outcome.ts';
import { expireHolds } from '#services/payments/expire-holds.ts';
import { sweepPayments } from '#services/payments/sweep-payments.ts';
import { examineShop } from '#services/reports/examine-shop.ts';
import { CARDS, payments } from '../harness/own-payments.ts';
import type { CallAnswer, Person, TestShop } from '../harness/own-shop.ts';
import { type Random, randomOf } from '../simulation/random.ts';

const CLIENTS = 16;
const OPERATIONS = 60;
const STOCK = 60;
const MINUTE = 60_000;

/** An order that the shop has acknowledged, and what else it has acknowledged about it. */
interface Acknowledged {
  readonly id: string;
  readonly owner: Person;
  readonly tool: string;
  readonly quantity: number;
  amount: number;
  secret?: string;
  cancelled?: boolean;
  paid?: boolean;
  shipped?: boolean;
  undone?: boolean;
}

interface Tool {
  readonly id: string;
  /** What came to its stock by hand. */
  added: number;
}

export interface Cast {
  readonly buyers: readonly Person[];
  readonly admin: Person;
}

/** How a client orders. Answers the order's id, or undefined when it was refused. */
export type Place = (who: Person, tool: string, quantity: number) => Promise<CallAnswer>;

/** Sixteen clients of one shop do what they like at the same time. Answers what was broken, in words. */
export async function playHistory(
  shop: TestShop,
  cast: Cast,
  seed: number,
  place: Place = (who, tool, quantity) =>
    shop.call(
      'placeOrder',
      { body: { phone: '5550142200', address: '1 Main Street', quantity, tools_price: 10, tools_id: tool } },
      who,
    ),
): Promise<string[]> {
  await shop.context.db.execute(sql`do $$ begin
    -- What the tables' guards refuse, the superuser of the tests may do without them.
    perform set_config('session_replication_role', 'replica', true);
    delete from document; delete from document_series;
    delete from payment; delete from stock_move; delete from idempotency; delete from orders; delete from purchase;
    delete from tool;
    delete from job; delete from audit;
    delete from tool_search; delete from tool_stock; delete from price_ladder; end $$`);
  const pay = payments(shop);
  const tools: Tool[] = [];
  for (let n = 0; n < 2; n += 1) tools.push({ id: (await shop.tool({ available: STOCK })).id, added: STOCK });
  const orders: Acknowledged[] = [];
  const wrong: string[] = [];
  const heard = (answer: CallAnswer) => {
    if (answer.status >= 500) wrong.push(`an answer was ${answer.status}: ${reasonOf(answer)}`);
    return answer;
  };

  const reasonOf = ({ body }: CallAnswer) =>
    shop.troubles.find((line) => line.includes(body.instance)) ?? JSON.stringify(body);

  const deeds: Record<string, (who: Person, lots: Random) => Promise<unknown>> = {
    place: async (owner, lots) => {
      const tool = lots.one(tools);
      const quantity = lots.one([5, 5, 6, 11]);
      const { status, body } = heard(await place(owner, tool.id, quantity));
      if (status !== 200) return;
      const row = heard(await shop.call('getOrder', { params: { id: body.insertedId } }, owner));
      orders.push({ id: body.insertedId, owner, tool: tool.id, quantity, amount: row.body.amount });
    },
    pay: async (_who, lots) => {
      const order = drawn(lots);
      if (!order) return;
      const body = { price: order.amount, order_id: order.id };
      const begun = await shop.call('createPaymentIntent', { body }, order.owner);
      // Its attempt was given up with its hold, and another press has one of its own: Pay is to be pressed again.
      const again = begun.body.code === 'provider_unavailable' && (await heldAgain(order));
      if (!again) heard(begun);
      if (begun.status !== 200) return;
      order.secret = begun.body.clientSecret as string;
      if (lots.chance(0.8)) await pay.confirm(order.secret, lots.chance(0.8) ? CARDS.good : CARDS.declined);
    },
    confirm: async (_who, lots) => {
      const order = drawn(lots);
      if (!order?.secret) return;
      const body = { order_id: order.id, transactionId: intentOf(order.secret) };
      const answer = await shop.call('confirmPayment', { params: { id: order.id }, body }, order.owner);
      if (heard(answer).body.paid === true) order.paid = true;
    },
    webhook: async (_who, lots) => {
      const order = drawn(lots);
      if (!order?.secret) return;
      for (const event of await pay.events(intentOf(order.secret))) await pay.deliver(event);
      await shop.work();
    },
    cancel: async (_who, lots) => {
      const order = drawn(lots);
      if (!order) return;
      const [call, who] = lots.chance(0.5)
        ? (['cancelOrder', order.owner] as const)
        : (['deleteOrder', cast.admin] as const);
      const { status, body } = heard(await shop.call(call, { params: { id: order.id } }, who));
      if (status === 200 && !body.pending) order.cancelled = true;
    },
    ship: async (_who, lots) => {
      const order = drawn(lots);
      if (!order) return;
      const answer = await shop.call('shipOrder', { params: { id: order.id } }, cast.admin);
      if (heard(answer).status === 200) order.shipped = true;
    },
    undo: async (_who, lots) => {
      const order = drawn(lots);
      if (!order) return;
      const answer = heard(await shop.call('undoShipping', { params: { id: order.id } }, cast.admin));
      // Another client may ship it anew before this one hears.
      if (answer.status === 200 && answer.body.modifiedCount === 1) order.undone = true;
    },
    stock: async (_who, lots) => {
      const tool = lots.one(tools);
      const pieces = lots.one([20, -10]);
      const body = { kind: pieces > 0 ? 'restock' : 'correction', pieces, reason: 'Counted' };
      const answer = heard(await shop.call('changeStock', { params: { id: tool.id }, body }, cast.admin));
      if (answer.status === 200) tool.added += pieces;
    },
    time: async (_who, lots) => {
      if (lots.chance(0.2))
        // Waits for nobody: rows taken in this statement's order could tie a knot that is not the shop's.
        await shop.sql`update purchase set hold_until = now() - interval '1 day'
          where id in (select id from purchase where state = 'unpaid' and hold_until is not null for update skip locked)`;
      await expireHolds(shop.context);
      await sweepPayments(shop.context);
      await shop.work();
    },
  };
  const lotsOfDeeds = [
    'place',
    'place',
    'place',
    'pay',
    'pay',
    'confirm',
    'confirm',
    'webhook',
    'cancel',
    'ship',
    'undo',
    'stock',
    'time',
  ];
  const heldAgain = async ({ id }: Acknowledged) =>
    (await shop.sql`select from orders where id = ${id} and hold_no > 1`).length > 0;
  const drawn = (lots: Random) => orders.at(-1 - lots.below(Math.min(Math.max(orders.length, 1), 8)));

  let left = OPERATIONS;
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      const lots = randomOf(seed * 1_000 + client);
      const who = cast.buyers[client % cast.buyers.length] as Person;
      while (left > 0) {
        left -= 1;
        await deeds[lots.one(lotsOfDeeds)]?.(who, lots);
      }
    }),
  );
  shop.passTime(MINUTE);
  await sweepPayments(shop.context);
  await shop.work();
  return [...wrong, ...(await check(shop, tools, orders))];
}

const intentOf = (secret: string): string => secret.split('_secret_')[0] ?? '';

/** Compares what the shop acknowledged with what it has written down, and with the provider's books. */
async function check(shop: TestShop, tools: readonly Tool[], orders: readonly Acknowledged[]): Promise<string[]> {
  const wrong: string[] = [];
  const must = (holds: boolean, what: string) => holds || wrong.push(what);
  const rows =
    await shop.sql`select orders.id, tool_id, orders.person_id, quantity, orders.state, hold_quantity as held,
    orders.discount_cents as discount, purchase.paid_intent from orders join purchase on purchase.id = purchase_id`;
  const rowOf = new Map(rows.map((row) => [row.id as string, row]));
  must(rows.length === orders.length, `${orders.length} orders were acknowledged, ${rows.length} are there`);
  for (const order of orders) {
    const row = rowOf.get(order.id);
    const same = row?.tool_id === order.tool && row.person_id === order.owner.id && row.quantity === order.quantity;
    must(same, `order ${order.id} is not as acknowledged`);
    must(!order.cancelled || row?.state === 'cancelled', `order ${order.id} was cancelled and is ${row?.state}`);
    must(!order.paid || ['paid', 'shipped'].includes(row?.state), `order ${order.id} was paid and is ${row?.state}`);
    must(
      !order.shipped || order.undone || row?.state === 'shipped',
      `order ${order.id} was shipped and is ${row?.state}`,
    );
    must(
      !['cancelling', 'expiring', 'refund_due', 'review'].includes(row?.state),
      `order ${order.id} ended ${row?.state}`,
    );
  }
  for (const { id, added } of tools) {
    const [tool] = await shop.sql`select available from tool where id = ${id}`;
    const kept = rows.filter((row) => row.tool_id === id).reduce((sum, row) => sum + row.held, 0);
    must(
      tool?.available >= 0 && tool?.available + kept === added,
      `${added} pieces became ${tool?.available} + ${kept}`,
    );
  }
  const offered = rows.filter((row) => row.discount > 0 && row.state !== 'cancelled').map((row) => row.person_id);
  must(new Set(offered).size === offered.length, 'somebody has the first-order offer twice');
  for (const intent of await intents(shop)) {
    const row = rowOf.get(intent.metadata.order_id ?? '');
    if (!row || intent.status !== 'captured') continue;
    must(row.paid_intent === intent.id && ['paid', 'shipped'].includes(row.state), `the money of ${intent.id} is lost`);
  }
  for (const finding of await examineShop(shop.context.db, shop.context.clock))
    wrong.push(`${finding.broken.name}: ${finding.ids.join()}`);
  return wrong;
}

async function intents(shop: TestShop) {
  const page = await shop.context.payments.listPayments({});
  return page.ok ? page.value.items : Promise.reject(failure(page.failure));
}
