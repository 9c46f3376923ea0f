import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { wholePacks } from '#model/catalogue/quantity.ts';
import { earliestDay } from '#model/catalogue/restock.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { type Cents, centsToDollars, dollarsToCents, percentOf, toCents } from '#model/kernel/money.ts';
import { type PromisePaper, type PromiseWay, promiseNumber, type WayToPay } from '#model/orders/promise.ts';
import { standingOf } from '#model/orders/promise-standing.ts';
import { shipDays } from '#model/orders/ship-days.ts';
import { orderPrice } from '#model/pricing/price.ts';
import { type PromisedLine, promisedPrice } from '#model/pricing/promised-price.ts';
import { sumOfRefunds } from '#model/purchases/refund.ts';
import { tool } from '#tables/catalogue.ts';
import { orders, type pricePromise, pricePromiseLine, purchase } from '#tables/orders.ts';
import { toolView } from '../catalogue/get-tool.ts';
import type { Context, Db } from '../kernel/context.ts';
import { firstOrderOffer } from '../orders/first-order-offer.ts';
import { numberOf, orderView, rowsOfPurchase } from '../orders/order-view.ts';
import { findPayer } from './find-payer.ts';
import { listRefunds } from './list-refunds.ts';

export type PromiseFound = typeof pricePromise.$inferSelect;
type MadeRow = typeof purchase.$inferSelect;
type LineRow = typeof pricePromiseLine.$inferSelect;
type ToolRow = typeof tool.$inferSelect;
type OrderRow = typeof orders.$inferSelect;
type PaperContext = Pick<Context, 'db' | 'clock' | 'offer'>;

const dollars = (cents: number): number => centsToDollars(toCents(cents));

/** The document with what it costs and how it can be paid now. */
export async function promisePaper(
  context: PaperContext,
  promise: PromiseFound,
): Promise<{ paper: PromisePaper; made: MadeRow | null }> {
  const { db, clock } = context;
  const [made = null] = await db.select().from(purchase).where(eq(purchase.promiseId, promise.id));
  const rows = await db
    .select({ line: pricePromiseLine, tool })
    .from(pricePromiseLine)
    .innerJoin(tool, eq(tool.id, pricePromiseLine.toolId))
    .where(eq(pricePromiseLine.promiseId, promise.id))
    .orderBy(asc(pricePromiseLine.lineNo));
  const ordered = made ? await keptOrders(db, made) : [];
  const lines = rows.map((row) => {
    const its = ordered.find(({ toolId }) => toolId === row.tool.id);
    return lineNow(row.line, row.tool, clock(), made?.paidAt ? undefined : its);
  });
  const standing = standingOf(promise, made, clock());
  const left = made && (standing === 'ordered' || standing === 'paid') ? await leftOut(db, made.id) : [];
  const over = clock() > promise.validUntil;
  const lower = lowerLines(ordered, rows);
  const todays = lines.map(({ shown }) => shown.today);
  const ways =
    standing === 'valid'
      ? waysOf(lines, await percentOff(context, promise.personId))
      : standing === 'ordered' && made && !over
        ? await waysOfPurchase(context, made, lower)
        : [];
  const { poNumber, job, note } = promise;
  const paper: PromisePaper = {
    ...{ number: promiseNumber(promise.seq), state: standing, name: promise.name, address: promise.address },
    ...(poNumber && { po_number: poNumber }),
    ...(job && { job }),
    ...(note && { note }),
    createdAt: promise.createdAt.toISOString(),
    validUntil: promise.validUntil.toISOString(),
    lines: lines.map(({ shown }) => shown),
    total: dollars(promise.goodsCents),
    guard: dollars(promise.guardCents),
    amount: dollars(promise.goodsCents - promise.guardCents),
    today: todays.every((today) => today !== null)
      ? todays.reduce((sum, { total, guard }) => sum + total - guard, 0)
      : null,
    ways,
    ...(left.length > 0 && { leftOut: left.map(({ toolId, pieces }) => ({ tools_id: toolId as ToolId, pieces })) }),
    ...(made?.paidAt && made.paidIntent && { paid: await paidOf(db, made, made.paidAt, made.paidIntent, lower) }),
  };
  return { paper, made };
}

interface LineNow {
  readonly shown: PromisePaper['lines'][number];
  readonly row: LineRow;
  readonly tool: ToolRow;
}

function lineNow(row: LineRow, of: ToolRow, now: Date, own: OrderRow | undefined): LineNow {
  const { quantity, unitPrice: each, guardCents } = row;
  const wanted = own ? own.quantity - own.givenUp : quantity;
  const { here: available, day: restock } = piecesNow(of, wanted, now, own);
  const price = orderPrice(toolView(of), quantity, 0);
  return {
    row,
    tool: of,
    shown: {
      tools_id: row.toolId as ToolId,
      ...{ tools_name: row.toolName, tools_image: row.toolImage, sku: row.sku, quantity, each },
      ...{ total: each * quantity, guard: dollars(guardCents) },
      today: of.deletedAt
        ? null
        : {
            ...{ each: price.each, total: centsToDollars(price.total), guard: centsToDollars(price.guard) },
            ...{ available, restock },
          },
    },
  };
}

/**
 * How many are there for it, in whole packs where not all are, and the day that the others may wait for.
 * @param own its order while that is unpaid: the pieces it holds or waits for count as available to it
 */
function piecesNow(of: ToolRow, wanted: number, now: Date, own?: OrderRow): { here: number; day: string | null } {
  const waiting = of.waiting - (own?.waiting ?? 0);
  const free = of.deletedAt ? 0 : Math.max(of.available - waiting, 0) + (own?.holdQuantity ?? 0);
  const here = free >= wanted ? wanted : wholePacks(free, of.pack);
  const comes = !of.deletedAt && here < wanted && of.restockAt !== null && of.restockAt >= earliestDay(now);
  return { here, day: comes && waiting + wanted - here <= of.backorderLimit ? of.restockAt : null };
}

async function percentOff(context: PaperContext, personId: string): Promise<number> {
  const { state, percent } = await firstOrderOffer(context, personId);
  return state === 'open' ? percent : 0;
}

/** What it takes to pay it now: all of it, or where pieces are missing, what may be done about them. */
function waysOf(lines: readonly LineNow[], percent: number): WayToPay[] {
  const here = ({ shown }: LineNow) => shown.today?.available ?? 0;
  const short = lines.filter((line) => here(line) < line.shown.quantity);
  const priced = (way: PromiseWay, pieces: (line: LineNow) => number) => {
    const prices = lines.flatMap((line) => {
      const { quantity, unitPrice: each, guardCents: guard } = line.row;
      const wanted = pieces(line);
      if (wanted === 0) return [];
      const promised = { quantity, each, guard };
      return [{ promised, wanted, ...promisedPrice(promised, toolView(line.tool), wanted) }];
    });
    const total = sum(prices.map((price) => price.total));
    const guard = sum(prices.map((price) => price.guard));
    const discount = percentOf(toCents(total - guard), percent);
    return wayOf(
      way,
      total,
      guard,
      discount,
      sum(prices.map((price) => lessThan(price.promised, price.wanted, price))),
    );
  };
  const whole = (line: LineNow) => line.shown.quantity;
  if (short.length === 0) return [priced('all', whole)];
  const last = lastOf(short.map(({ shown }) => shown.today?.restock ?? null));
  return [
    ...(last ? [{ ...priced('wait', whole), waitUntil: last }] : []),
    ...(lines.some((line) => here(line) > 0) ? [priced('leave', here)] : []),
  ];
}

/** The last of these days; undefined where one is missing. */
const lastOf = (days: readonly (string | null)[]): string | undefined =>
  days.some((day) => day === null)
    ? undefined
    : days
        .flatMap((day) => day ?? [])
        .toSorted()
        .at(-1);

const sum = (amounts: readonly Cents[]): Cents => toCents(amounts.reduce<number>((all, amount) => all + amount, 0));

const wayOf = (way: PromiseWay, total: number, guard: number, discount: number, less: number): WayToPay => ({
  ...{ way, total: dollars(total), guard: dollars(guard), discount: dollars(discount) },
  amount: dollars(total - guard - discount),
  ...(less > 0 && { less: dollars(less) }),
});

/** How many cents less so many of the promised pieces cost than promised. */
function lessThan(promised: PromisedLine, pieces: number, { total, guard }: { total: number; guard: number }): Cents {
  const most = promisedPrice(promised, undefined, pieces);
  return toCents(most.total - most.guard - (total - guard));
}

const keptOrders = (db: Context['db'], made: MadeRow): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.purchaseId, made.id), ne(orders.state, 'cancelled')));

/** What its purchase was made of for less than promised. */
function lowerLines(ordered: readonly OrderRow[], rows: readonly { line: LineRow }[]) {
  return rows.flatMap(({ line: { toolId, quantity, unitPrice: each, guardCents: guard } }) => {
    const its = ordered.find((order) => order.toolId === toolId);
    const paid = its && { total: its.totalCents, guard: its.guardCents };
    const less = paid ? lessThan({ quantity, each, guard }, its.quantity, paid) : 0;
    return its && less > 0 ? [{ tools_id: toolId as ToolId, each: its.unitPrice, less: dollars(less) }] : [];
  });
}

type LowerLines = ReturnType<typeof lowerLines>;

/** Of a purchase that was made and not paid: its pieces are held or wait, or are taken again when it is paid. */
async function waysOfPurchase({ db, clock }: PaperContext, made: MadeRow, lower: LowerLines): Promise<WayToPay[]> {
  if (made.state !== 'unpaid' && made.state !== 'changing' && made.state !== 'expiring') return [];
  const missing = await db
    .select({ line: orders, tool })
    .from(orders)
    .innerJoin(tool, eq(tool.id, orders.toolId))
    .where(and(eq(orders.purchaseId, made.id), sql`${orders.holdQuantity} + ${orders.givenUp} < ${orders.quantity}`));
  const short = missing.flatMap(({ line, tool: of }) => {
    if (line.waiting > 0) return [of.restockAt ?? line.promisedAt];
    const wanted = line.quantity - line.givenUp;
    const { here, day } = piecesNow(of, wanted, clock(), line);
    return here < wanted ? [day] : [];
  });
  const less = lower.reduce((sum, line) => sum + dollarsToCents(line.less), 0);
  const way = (name: PromiseWay) => wayOf(name, made.goodsCents, made.guardCents, made.discountCents, less);
  if (short.length === 0) return [way('all')];
  const last = lastOf(short);
  return last ? [{ ...way('wait'), waitUntil: last }] : [];
}

async function paidOf(db: Context['db'], made: MadeRow, paidAt: Date, transactionId: string, lower: LowerLines) {
  const lines = (await rowsOfPurchase(db, made.id)).map((row) => orderView(row));
  const waiting = lines.flatMap(({ tools_id, waiting: its }) => {
    if (!its) return [];
    const { pieces, date, undated } = its;
    return [{ tools_id, pieces, date, ...(undated && { undated }) }];
  });
  return {
    number: numberOf(made),
    amount: dollars(made.amountCents),
    discount: dollars(made.discountCents),
    approvedBy: (await findPayer(db, made.id)) ?? null,
    paidAt: paidAt.toISOString(),
    transactionId,
    ships: shipDays(lines),
    ...(waiting.length > 0 && { waiting }),
    invoice: made.invoiceNo,
    refunded: sumOfRefunds(await listRefunds(db, made.id)),
    ...(lower.length > 0 && { lower }),
  };
}

/** Pieces of its price promise that a purchase is without; none where there is no promise. */
export async function leftOut(db: Db, purchaseId: string) {
  const { promiseId, toolId, toolName, quantity: promised, lineNo } = pricePromiseLine;
  const lines = await db
    .select({ toolId, toolName, promised, pieces: sql<number>`${promised} - coalesce(${orders.quantity}, 0)` })
    .from(purchase)
    .innerJoin(pricePromiseLine, eq(promiseId, purchase.promiseId))
    .leftJoin(orders, and(eq(orders.purchaseId, purchase.id), eq(orders.toolId, toolId), ne(orders.state, 'cancelled')))
    .where(eq(purchase.id, purchaseId))
    .orderBy(asc(lineNo))
    .prepare('left-out')
    .execute();
  return lines.filter(({ pieces }) => pieces > 0);
}
