import { hash } from 'node:crypto';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { nearestPacks } from '#model/catalogue/quantity.ts';
import type { Email } from '#model/kernel/email.ts';
import type { OrderId } from '#model/kernel/ids.ts';
import { dollarsToCents, MAX_PAYMENT } from '#model/kernel/money.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { PlaceOrder } from '#model/orders/order.ts';
import { HOLD_MINUTES, type UnpaidLimits } from '#model/orders/order-life.ts';
import type { OfferRules } from '#model/pricing/offer.ts';
import { priceEach } from '#model/pricing/price.ts';
import { tool } from '#tables/catalogue.ts';
import { idempotency } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import { toolView } from '../catalogue/get-tool.ts';
import type { Context } from '../kernel/context.ts';
import { ask, keepStatement, type NamedStatement } from '../kernel/named-statement.ts';
import type { Messages } from '../kernel/post.ts';
import { violatedConstraint } from '../kernel/violation.ts';
import { emailConfirmed, offerUsed } from './first-order-offer.ts';
import { holdMinutes } from './renew-hold.ts';
import {
  type BeyondLimits,
  beyondLimits,
  freeNetworkPlace,
  freePlace,
  isTrusted,
  networkHash,
  withinLimits,
} from './unpaid-limits.ts';

export interface Customer {
  readonly id: string;
  readonly name: string;
  readonly email: Email;
  readonly network: string;
}

export type PlaceOrderFailure =
  | BeyondLimits
  | Failure<
      | 'tool_gone'
      | 'price_changed'
      | 'quantity_below_minimum'
      | 'not_whole_packs'
      | 'out_of_stock'
      | 'amount_too_large'
      | 'idempotency_key_reused'
      | 'busy'
    >;

/** Places an order and takes its stock in one statement. The same key and body return the same order. */
export async function placeOrder(
  context: Pick<Context, 'db' | 'clock' | 'limits' | 'offer'>,
  customer: Customer,
  request: PlaceOrder,
  key: string | undefined,
): Promise<Outcome<{ id: OrderId }, PlaceOrderFailure>> {
  if (dollarsToCents(request.tools_price) * request.quantity > MAX_PAYMENT)
    return failure({ code: 'amount_too_large' });
  const bodyHash = hashOf(request);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    try {
      const statement = orderStatement(context, customer, request, key, bodyHash);
      const [placed] = await ask<{ id: OrderId }>(context.db, statement);
      if (placed) return success({ id: placed.id });
      const replayed = await replay(context, customer, key, bodyHash);
      if (replayed) return replayed;
      const refused = await refusal(context, customer, request);
      if (refused) return failure(refused);
    } catch (error) {
      const constraint = violatedConstraint(error);
      // A concurrent order or submit was first: try again, now that it is visible.
      if (constraint && SEEN_TOO_LATE.has(constraint)) continue;
      throw error;
    }
  }
  return failure(overtaken);
}

/** Each try lost means another order of this customer succeeded; a process admits fewer at once. */
const MAX_TRIES = 100;

const MAIL = 'mail.order-placed' satisfies keyof Messages;
const SEEN_TOO_LATE: ReadonlySet<string> = new Set([
  ...['one_offer_per_person', 'one_order_per_place', 'one_order_per_network_place', 'idempotency_pkey'],
]);

export function orderStatement(
  { clock, limits, offer }: Pick<Context, 'clock' | 'limits' | 'offer'>,
  customer: Customer,
  request: PlaceOrder,
  key: string | undefined,
  bodyHash: Buffer,
): NamedStatement {
  const { id: person, name, email, network } = customer;
  const { quantity, phone, address, tools_id: tool, tools_price: price } = request;
  const now = clock().toISOString();
  return statementWithin(limits)({
    ...{ person, name, email, phone, address, tool, price, quantity },
    ...{ key: key ?? null, bodyHash, now, maxOrders: limits.orders, stockPercent: limits.stockPercent },
    ...{ offerPercent: offer.percent, confirmedOnly: offer.confirmedOnly },
    ...{ network: networkHash(network), maxUnconfirmed: limits.unconfirmed?.orders ?? 0 },
    maxOfNetwork: limits.unconfirmed?.networkOrders ?? 0,
  });
}

interface Values extends Record<string, unknown> {
  readonly person: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly tool: string;
  readonly price: number;
  readonly quantity: number;
  readonly key: string | null;
  readonly bodyHash: Buffer;
  readonly now: string;
  readonly offerPercent: OfferRules['percent'];
  readonly confirmedOnly: OfferRules['confirmedOnly'];
  readonly maxOrders: number;
  readonly stockPercent: number;
  readonly network: Buffer;
  readonly maxUnconfirmed: number;
  readonly maxOfNetwork: number;
}

const kept = new Map<string, (values: Values) => NamedStatement>();

/** The text depends on which limits are set, not on their values. */
function statementWithin(limits: UnpaidLimits): (values: Values) => NamedStatement {
  const { orders, stockPercent, unconfirmed } = limits;
  const parts = [orders > 0, stockPercent > 0, unconfirmed !== undefined, Boolean(unconfirmed?.networkOrders)];
  const name = `place-order ${parts.map(Number).join('')}`;
  const statement = kept.get(name) ?? keepStatement(name, write(limits));
  kept.set(name, statement);
  return statement;
}

const write = (limits: UnpaidLimits) => (value: (name: keyof Values & string) => SQL) => {
  const person = sql`${value('person')}::uuid`;
  const quantity = sql`${value('quantity')}::int`;
  const key = sql`${value('key')}::text`;
  const now = sql`${value('now')}::timestamptz`;
  const unit = sql`unit_price(${quantity}, price, step_from, step_price)`;
  const total = sql`t.unit::bigint * ${quantity} * 100`;
  const network = sql`${value('network')}::bytea`;
  const asked = {
    ...{ person, network, quantity, maxOrders: value('maxOrders'), stockPercent: value('stockPercent') },
    ...{ maxUnconfirmed: value('maxUnconfirmed'), maxOfNetwork: value('maxOfNetwork') },
  };
  const { unconfirmed } = limits;
  const hasPlace = limits.orders || limits.stockPercent || unconfirmed;
  return sql`
    with t as (
      update tool set available = available - ${quantity}
       where id = ${value('tool')}::uuid and deleted_at is null and ${unit} = ${value('price')}::int
         and min_quantity <= ${quantity} and ${quantity} % pack = 0 and available >= ${quantity}
         and not exists (select from idempotency where person_id = ${person} and key = ${key})
         and ${withinLimits(limits, asked)}
      returning id, name, image, ${unit} as unit,
                price_guard(${quantity}, price, step_from, step_price) * 100 as guard),
    o as (
      insert into orders (person_id, tool_id, name, email, phone, address, tool_name, tool_image, unit_price, quantity,
                          total_cents, guard_cents, discount_cents, hold_quantity, hold_until, created_at, unpaid_place, network,
                          network_place)
      select ${person}, t.id, ${value('name')}, ${value('email')}, ${value('phone')}, ${value('address')},
             t.name, t.image, t.unit, ${quantity}, ${total}, t.guard,
             case when ${offerUsed(person)} or (${value('confirmedOnly')}::boolean and not ${emailConfirmed(person)})
                  then 0 else ((${total} - t.guard) * ${value('offerPercent')}::int + 50) / 100 end,
             ${quantity}, ${now} + make_interval(mins => ${unconfirmed ? holdMinutes(sql`k.trusted`) : sql`${HOLD_MINUTES}`}), ${now},
             ${hasPlace ? freePlace(person) : null}::int,
             ${unconfirmed?.networkOrders ? sql`case when not k.trusted then ${network} end` : sql`null::bytea`},
             ${unconfirmed?.networkOrders ? sql`case when not k.trusted then ${freeNetworkPlace(network)} end` : sql`null`}::int
        from t${unconfirmed ? sql`, (select ${isTrusted(person)} as trusted) k` : sql``}
      returning id, tool_id, quantity, hold_no),
    m as (
      insert into stock_move (tool_id, order_id, hold_no, kind, delta)
      select tool_id, id, hold_no, 'hold', -quantity from o),
    a as (
      insert into audit (actor, action, target) select ${person}, 'order.placed', id from o),
    x as (
      insert into job (queue, kind, key, payload)
      select 'mail', ${MAIL}::text, ${MAIL}::text || ':' || id, jsonb_build_object('orderId', id) from o),
    i as (
      insert into idempotency (person_id, key, body_hash, order_id)
      select ${person}, ${key}, ${value('bodyHash')}::bytea, id from o where ${key} is not null)
    select id from o`;
};

async function replay(
  { db }: Pick<Context, 'db'>,
  customer: Customer,
  key: string | undefined,
  bodyHash: Buffer,
): Promise<Outcome<{ id: OrderId }, PlaceOrderFailure> | undefined> {
  if (!key) return undefined;
  const [earlier] = await db
    .select({ orderId: idempotency.orderId, bodyHash: idempotency.bodyHash })
    .from(idempotency)
    .where(and(eq(idempotency.personId, customer.id), eq(idempotency.key, key)))
    .prepare('order-of-key')
    .execute();
  if (!earlier) return undefined;
  if (bodyHash.equals(earlier.bodyHash)) return success({ id: earlier.orderId as OrderId });
  return failure({ code: 'idempotency_key_reused', figures: { of: 'order' } });
}

async function refusal(
  { db, limits }: Pick<Context, 'db' | 'limits'>,
  customer: Customer,
  request: PlaceOrder,
): Promise<PlaceOrderFailure | undefined> {
  const [found] = await db.select().from(tool).where(eq(tool.id, request.tools_id)).prepare('tool-ordered').execute();
  if (!found || found.deletedAt) return { code: 'tool_gone' };
  const { available, minQuantity: least, pack } = found;
  const { quantity } = request;
  const price = priceEach(toolView(found), quantity);
  if (price !== request.tools_price) return { code: 'price_changed', figures: { price } };
  if (quantity < least) return { code: 'quantity_below_minimum', figures: { least } };
  if (quantity % pack !== 0) {
    const nearest = nearestPacks(quantity, { min: least, available, pack });
    const [fewer = null] = nearest.filter((pieces) => pieces < quantity);
    const [more = null] = nearest.filter((pieces) => pieces > quantity);
    return { code: 'not_whole_packs', figures: { quantity, pack, fewer, more } };
  }
  if (available < quantity) return { code: 'out_of_stock', figures: { available, least, pack } };
  return beyondLimits(db, limits, customer, found, quantity);
}

const overtaken: PlaceOrderFailure = { code: 'busy', figures: { of: 'orders' } };

function hashOf(request: PlaceOrder): Buffer {
  const { tools_id, quantity, phone, address, tools_price } = request;
  return hash('sha256', JSON.stringify([tools_id, quantity, phone, address, tools_price]), 'buffer');
}
