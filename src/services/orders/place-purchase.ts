import { hash } from 'node:crypto';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { nearestPacks, type QuantityLimits, wholePacks } from '#model/catalogue/quantity.ts';
import { earliestDay } from '#model/catalogue/restock.ts';
import type { Email } from '#model/kernel/email.ts';
import type { OrderId } from '#model/kernel/ids.ts';
import { centsOf, centsToDollars, toCents } from '#model/kernel/money.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { PlaceOrder, WantedLine } from '#model/orders/order.ts';
import { UNCONFIRMED_LINES } from '#model/orders/order-life.ts';
import { hasEnded } from '#model/purchases/purchase-life.ts';
import { tool } from '#tables/catalogue.ts';
import { idempotency, orders } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import type { Context } from '../kernel/context.ts';
import { ask, type NamedStatement } from '../kernel/named-statement.ts';
import { violatedConstraint } from '../kernel/transact.ts';
import { placeStatement } from './place-purchase-statement.ts';

export interface Customer {
  readonly id: string;
  readonly name: string;
  readonly email: Email;
  readonly network: string;
}

export interface PurchaseWanted {
  readonly phone: string;
  readonly address: string;
  readonly poNumber?: string | undefined;
  readonly job?: string | undefined;
  readonly lines: readonly LineWanted[];
  /** What the buyer was shown to be paid, in dollars: refused where it is another. */
  readonly amount?: number | undefined;
}

export interface LineWanted extends WantedLine {
  /** Whether what is missing may wait for the next delivery. */
  readonly mayWait?: boolean | undefined;
  /** Refused where more pieces would wait. */
  readonly waitMost?: number | undefined;
  /** Refused where the delivery comes later than this day. */
  readonly waitUntil?: string | undefined;
}

export interface Placed {
  readonly id: OrderId;
  readonly lines: readonly OrderId[];
}

export type LineRefusal = Failure<
  | 'tool_gone'
  | 'tool_twice'
  | 'price_changed'
  | 'quantity_below_minimum'
  | 'not_whole_packs'
  | 'out_of_stock'
  | 'too_much_unpaid'
>;

export type RefusedLine = LineRefusal & { readonly line: number };

export type PlacePurchaseFailure =
  | (Failure<'lines_refused'> & { readonly lines: readonly RefusedLine[] })
  | Failure<
      | 'too_many_unpaid'
      | 'unconfirmed_unpaid'
      | 'unconfirmed_network'
      | 'amount_too_large'
      | 'amount_differs'
      | 'idempotency_key_reused'
      | 'busy'
    >;

type Verdict = Exclude<PlacePurchaseFailure['code'], 'idempotency_key_reused' | 'busy'>;

interface Answer {
  readonly verdict: Verdict | Told['code'] | 'too_many_lines' | null;
  readonly amount: number | string;
  readonly purchase: string | null;
  readonly lines: readonly string[] | null;
  readonly unpaid: number;
  readonly unpaidLines: number;
  readonly refused: readonly JudgedLine[] | null;
}

interface JudgedLine {
  readonly line: number;
  readonly code: LineRefusal['code'];
  readonly available: number;
  readonly held: number;
  readonly least: number;
  readonly pack: number;
  readonly price: number;
}

/** Each try lost means another purchase of this customer succeeded; a process admits fewer at once. */
const MAX_TRIES = 100;

const SEEN_TOO_LATE: ReadonlySet<string> = new Set([
  ...['one_offer', 'one_purchase_per_place', 'one_purchase_per_network_place', 'idempotency_pkey'],
  'purchase_of_promise',
]);

/** Takes the stock of all lines and places them, or none of them. The same key and body return the same purchase. */
export async function placePurchase(
  context: Pick<Context, 'db' | 'clock' | 'limits' | 'offer'>,
  customer: Customer,
  wanted: PurchaseWanted,
  key: string | undefined,
): Promise<Outcome<Placed, PlacePurchaseFailure>> {
  const bodyHash = hash('sha256', JSON.stringify({ ...wanted, amount: undefined }), 'buffer');
  const statement = purchaseStatement(context, customer, wanted, key, bodyHash);
  const placed = await tryToPlace(context, statement, wanted.lines);
  if (placed.ok) return placed;
  const { failure: why } = placed;
  if (why.code === 'replayed') return replay(context, customer.id, key, bodyHash, wanted.lines.length);
  if (why.code === 'promise_over') throw new Error('No promise was placed');
  return failure(
    why.code === 'lines_refused' ? { ...why, lines: await tellOfWaiting(context, wanted, why.lines) } : why,
  );
}

/** Says of refused lines that may wait how many could, and why no more. Read anew, which is exact enough to say. */
async function tellOfWaiting(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { lines: wanted }: PurchaseWanted,
  refused: readonly RefusedLine[],
): Promise<readonly RefusedLine[]> {
  const ids = wanted.filter(({ mayWait }) => mayWait).map(({ toolId }) => toolId);
  if (ids.length === 0) return refused;
  const tools = await db.select().from(tool).where(inArray(tool.id, ids));
  return refused.map((line) => {
    const its = wanted[line.line - 1];
    const of = its?.mayWait && tools.find(({ id }) => id === its.toolId);
    if (!of || line.code !== 'out_of_stock' || !line.figures) return line;
    return { ...line, figures: { ...line.figures, ...howItWaits(its, line.figures, of, earliestDay(clock())) } };
  });
}

function howItWaits(
  { quantity, waitMost = Number.POSITIVE_INFINITY, waitUntil }: LineWanted,
  { available, least, pack = 1 }: { readonly available: number; readonly least: number; readonly pack?: number },
  {
    restockAt: day,
    backorderLimit,
    waiting,
  }: Pick<typeof tool.$inferSelect, 'restockAt' | 'backorderLimit' | 'waiting'>,
  today: string,
) {
  const here = wholePacks(available, pack);
  const room = wholePacks(Math.max(0, backorderLimit - waiting), pack);
  if (day === null || day < today || here + room < least || room === 0) return undefined;
  if (waitUntil !== undefined && day > waitUntil) return { waits: 'wait_until' as const, day, most: here };
  const later = wholePacks(Math.min(room, waitMost), pack);
  if (quantity <= here + later) return undefined;
  return { waits: later < room ? ('wait_most' as const) : ('limit' as const), day, later, most: here + later };
}

/** What only a caller can tell the meaning of. */
type Told = { readonly code: 'replayed' } | { readonly code: 'promise_over' };

/** Asks again where somebody else was first. `wanted`: the lines, in their order. */
export async function tryToPlace(
  context: Pick<Context, 'db' | 'limits'>,
  statement: NamedStatement,
  wanted: readonly Pick<LineWanted, 'quantity'>[],
): Promise<Outcome<Placed, PlacePurchaseFailure | Told>> {
  let limited = false;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    try {
      const [answer] = await ask<Answer>(context.db, statement);
      if (!answer) throw new Error('Placing a purchase had no answer');
      const { verdict } = answer;
      if (verdict === 'too_many_lines') throw new Error(`No purchase has ${wanted.length} lines`);
      if (verdict === 'replayed' || verdict === 'promise_over') return failure({ code: verdict });
      if (!limited && isLimited(answer)) {
        // Counted before it waited for the tools: asked anew, it sees what this customer did meanwhile.
        limited = true;
        continue;
      }
      if (verdict) return failure(refusalOf(verdict, answer, wanted, context.limits));
      return success({ id: answer.purchase as OrderId, lines: answer.lines as OrderId[] });
    } catch (error) {
      const constraint = violatedConstraint(error);
      // A concurrent purchase or submit was first: try again, now that it is visible.
      if (constraint && SEEN_TOO_LATE.has(constraint)) continue;
      throw error;
    }
  }
  return failure({ code: 'busy', figures: { of: 'orders' } });
}

const LIMITS: readonly Answer['verdict'][] = ['too_many_unpaid', 'unconfirmed_unpaid', 'unconfirmed_network'];

const isLimited = ({ verdict, refused }: Answer): boolean =>
  LIMITS.includes(verdict) || (refused?.some(({ code }) => code === 'too_much_unpaid') ?? false);

export function purchaseStatement(
  context: Pick<Context, 'clock' | 'limits' | 'offer'>,
  customer: Customer,
  { lines, amount, ...references }: PurchaseWanted,
  key: string | undefined,
  bodyHash: Buffer,
): NamedStatement {
  return placeStatement({
    ...commonValues(context, customer, references),
    amount: amount === undefined ? null : centsOf(amount),
    ...{ key: key ?? null, bodyHash, today: earliestDay(context.clock()) },
    tools: lines.map((line) => line.toolId),
    quantities: lines.map((line) => line.quantity),
    prices: lines.map((line) => line.price),
    waits: lines.map((line) => line.mayWait ?? false),
    waitMost: lines.map((line) => line.waitMost ?? null),
    waitUntil: lines.map((line) => line.waitUntil ?? null),
  });
}

interface References {
  readonly phone: string;
  readonly address: string;
  readonly poNumber?: string | null | undefined;
  readonly job?: string | null | undefined;
}

/** Whose purchase it is, and the limits and the offer of the shop. */
export const commonValues = (
  { clock, limits, offer }: Pick<Context, 'clock' | 'limits' | 'offer'>,
  { id: person, name, email, network }: Omit<Customer, 'email'> & { readonly email: string },
  { phone, address, poNumber, job }: References,
) => ({
  ...{ person, name, email, phone, address, poNumber: poNumber ?? null, job: job ?? null },
  ...{ now: clock().toISOString(), offerPercent: offer.percent, confirmedOnly: offer.confirmedOnly },
  ...{ maxLines: limits.orders, stockPercent: limits.stockPercent, network: hash('sha256', network, 'buffer') },
  ...{ maxUnconfirmed: limits.unconfirmed?.orders ?? 0, maxUnconfirmedLines: UNCONFIRMED_LINES },
  maxOfNetwork: limits.unconfirmed?.networkOrders ?? 0,
});

async function replay(
  { db }: Pick<Context, 'db'>,
  personId: string,
  key: string | undefined,
  bodyHash: Buffer,
  lines: number,
): Promise<Outcome<Placed, PlacePurchaseFailure>> {
  const earlier = await db
    .select({
      ...{ purchase: idempotency.orderId, bodyHash: idempotency.bodyHash },
      ...{ state: orders.purchaseState, line: orders.id },
    })
    .from(idempotency)
    .innerJoin(orders, eq(orders.purchaseId, idempotency.orderId))
    .where(and(eq(idempotency.personId, personId), eq(idempotency.key, key ?? '')))
    .orderBy(asc(orders.lineNo))
    // Those that it was placed with; others may have been added since.
    .limit(sql.placeholder('lines'))
    .prepare('purchase-of-key')
    .execute({ lines });
  const [first] = earlier;
  if (!first) throw new Error('A purchase was placed with this key, and is not there');
  const reused = 'idempotency_key_reused';
  if (!bodyHash.equals(first.bodyHash)) return failure({ code: reused, figures: { of: 'order' } });
  // It was cancelled or refunded since: a repeat must not be told that it is placed.
  if (first.state === 'cancelling' || hasEnded(first.state))
    return failure({ code: reused, figures: { of: 'order', ended: true } });
  return success({ id: first.purchase as OrderId, lines: earlier.map(({ line }) => line as OrderId) });
}

function refusalOf(
  verdict: Verdict,
  { amount, unpaid, unpaidLines, refused }: Answer,
  wanted: readonly Pick<LineWanted, 'quantity'>[],
  { orders: most, stockPercent, unconfirmed }: Context['limits'],
): PlacePurchaseFailure {
  switch (verdict) {
    case 'lines_refused': {
      const lines = (refused ?? []).map((judged) => ({
        line: judged.line,
        ...lineRefusal(judged, wanted[judged.line - 1]?.quantity ?? 0, stockPercent),
      }));
      return { code: verdict, figures: { lines: lines.length }, lines };
    }
    case 'too_many_unpaid':
      return {
        code: verdict,
        figures: { unpaid: unpaidLines, ...(unpaidLines < most && { left: most - unpaidLines }) },
      };
    case 'unconfirmed_unpaid': {
      const byLines = unpaid < (unconfirmed?.orders ?? 0);
      const left = Math.max(0, UNCONFIRMED_LINES - unpaidLines);
      return { code: verdict, figures: { unpaid, ...(byLines && { most: UNCONFIRMED_LINES, left }) } };
    }
    case 'amount_differs':
      return { code: verdict, figures: { amount: centsToDollars(toCents(Number(amount))) } };
    case 'unconfirmed_network':
      return { code: verdict, figures: { unpaid } };
    default:
      return { code: verdict };
  }
}

function lineRefusal(judged: JudgedLine, quantity: number, stockPercent: number): LineRefusal {
  const { code, available, held, least, pack, price } = judged;
  switch (code) {
    case 'price_changed':
      return { code, figures: { price } };
    case 'quantity_below_minimum':
      return { code, figures: { least } };
    case 'not_whole_packs':
      return notWholePacks(quantity, { min: least, available, pack });
    case 'out_of_stock':
      return { code, figures: { available, least, pack } };
    case 'too_much_unpaid':
      return { code, figures: { held, left: leftOfStock(stockPercent, available, held), least } };
    default:
      return { code };
  }
}

/** Of a tool of which so many are free and so many held by the same customer already. */
export const leftOfStock = (percent: number, free: number, held: number): number =>
  Math.floor((percent * (free + held)) / 100) - held;

export function notWholePacks(quantity: number, limits: Required<QuantityLimits>): LineRefusal {
  const nearest = nearestPacks(quantity, limits);
  const [fewer = null] = nearest.filter((pieces) => pieces < quantity);
  const [more = null] = nearest.filter((pieces) => pieces > quantity);
  return { code: 'not_whole_packs', figures: { quantity, pack: limits.pack, fewer, more } };
}

export type PlaceOrderFailure =
  | Exclude<LineRefusal, { readonly code: 'tool_twice' }>
  | Exclude<PlacePurchaseFailure, { readonly code: 'lines_refused' }>;

/** A purchase of one line. The same key and body return the same order. */
export async function placeOrder(
  context: Pick<Context, 'db' | 'clock' | 'limits' | 'offer'>,
  customer: Customer,
  request: PlaceOrder,
  key: string | undefined,
): Promise<Outcome<{ id: OrderId }, PlaceOrderFailure>> {
  const { tools_id: toolId, tools_price: price, quantity, phone, address, amount } = request;
  const wanted = { phone, address, amount, lines: [{ toolId, quantity, price }] };
  const placed = await placePurchase(context, customer, wanted, key);
  if (placed.ok) return success({ id: placed.value.id });
  const { code } = placed.failure;
  if (code !== 'lines_refused') return failure(placed.failure as PlaceOrderFailure);
  const [{ line: _, ...refused } = { line: 0 }] = placed.failure.lines;
  return failure(refused as PlaceOrderFailure);
}
