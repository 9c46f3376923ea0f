import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import { eachOf } from '#model/catalogue/ladder-cost.ts';
import { centsOf, centsToDollars, MAX_PAYMENT, toCents } from '#model/kernel/money.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { WantedLine, WantedLines } from '#model/orders/order.ts';
import { UNCONFIRMED_LINES, type UnpaidLimits } from '#model/orders/order-life.ts';
import { discountPercent, type OrderPrice, orderPrice } from '#model/pricing/price.ts';
import { MAX_PURCHASE_LINES } from '#model/purchases/purchase-life.ts';
import { tool } from '#tables/catalogue.ts';
import { stockMove } from '#tables/inventory.ts';
import { orders, purchase } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import { stepsOf } from '../catalogue/step-columns.ts';
import { lockTools, writeStock } from '../inventory/lock-tools.ts';
import type { Transaction } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { type LineRefusal, leftOfStock, notWholePacks, type RefusedLine } from './place-purchase.ts';
import { isTrusted, UNPAID } from './unpaid-limits.ts';

type Purchase = typeof purchase.$inferSelect;
type Line = typeof orders.$inferSelect;
type Tool = typeof tool.$inferSelect;

export type SetLinesFailure =
  | (Failure<'lines_refused'> & { readonly lines: readonly RefusedLine[] })
  | Failure<'not_changeable' | 'too_many_unpaid' | 'unconfirmed_unpaid' | 'amount_too_large' | 'amount_differs'>;

/** One that is wanted otherwise than it is. */
interface Asked {
  readonly no: number;
  readonly wanted: WantedLine;
  readonly sold: Tool | undefined;
  /** Absent where its tool is new to the purchase. */
  readonly line: Line | undefined;
}

/** What becomes of it. */
interface Changed extends Pick<Asked, 'line'> {
  readonly tool: Tool;
  readonly lineNo: number;
  readonly quantity: number;
  readonly price: OrderPrice;
}

/**
 * What it takes to make lines of an unpaid purchase have these quantities; of tools that it does not have, lines are added.
 * All or none. Its row is locked; this locks the tools, then its lines. Only what changes is judged, as an order of today is.
 */
export async function planLines(
  tx: Transaction,
  its: Purchase,
  { lines: wanted, amount: shown }: WantedLines,
  limits: UnpaidLimits,
): Promise<Outcome<readonly Changed[], SetLinesFailure>> {
  if (its.promiseId) return failure({ code: 'not_changeable', figures: { why: 'promise' } });
  const ids = wanted.map(({ toolId }) => toolId);
  await lockTools(tx, 'lock-wanted-tools', sql`select unnest(${sql.param(ids)}::uuid[])`);
  const tools = await tx.select().from(tool).where(inArray(tool.id, ids));
  const rows = await tx
    .select()
    .from(orders)
    .where(eq(orders.purchaseId, its.id))
    .orderBy(asc(orders.id))
    .for('no key update');
  const lines = rows.filter(({ givenUp, quantity }) => givenUp < quantity);
  const asked = wanted
    .map((line, at) => ({
      no: at + 1,
      wanted: line,
      sold: tools.find(({ id }) => id === line.toolId),
      line: lines.find(({ toolId }) => toolId === line.toolId),
    }))
    .filter(({ wanted, line }) => line?.quantity !== wanted.quantity);
  const held = limits.stockPercent > 0 ? await heldElsewhere(tx, its, ids) : new Map<string, number>();
  const refused = asked.flatMap((line): RefusedLine[] => {
    const why = ids.indexOf(line.wanted.toolId) < line.no - 1 ? ({ code: 'tool_twice' } as const) : judge(line);
    return why ? [{ line: line.no, ...why }] : [];
  });
  if (refused.length > 0) return failure({ code: 'lines_refused', figures: { lines: refused.length }, lines: refused });
  const last = Math.max(...rows.map(({ lineNo }) => lineNo));
  let lineNo = last;
  const percent = offerOf(its);
  const changes = asked.map(({ wanted: { quantity }, sold, line }): Changed => {
    // Judged above: none of them is gone.
    const priced = sold as Tool;
    if (!line) lineNo += 1;
    const price = orderPrice(pricesOf(priced), quantity, percent);
    return { tool: priced, line, lineNo: line?.lineNo ?? lineNo, quantity, price };
  });
  const over = await beyondLimits(tx, its, { added: lineNo - last, rows: lineNo }, limits);
  if (over) return failure(over);
  const dearer = changes.reduce((sum, { price, line }) => sum + price.amount - costOf(line), 0);
  const amount = its.amountCents + dearer;
  if (amount > MAX_PAYMENT) return failure({ code: 'amount_too_large' });
  // Sent again, what has been done says nothing of the amount.
  if (changes.length > 0 && shown !== undefined && centsOf(shown) !== amount)
    return failure({ code: 'amount_differs', figures: { amount: centsToDollars(toCents(amount)), done: 'changed' } });
  return success(changes);

  function judge({ wanted: { quantity, price }, sold, line }: Asked): LineRefusal | undefined {
    if (!sold || sold.deletedAt) return { code: 'tool_gone' };
    const { minQuantity: least, pack } = sold;
    const each = eachOf(pricesOf(sold), quantity);
    if (each !== price) return { code: 'price_changed', figures: { price: each } };
    if (quantity < least) return { code: 'quantity_below_minimum', figures: { least } };
    const available = Math.max(0, sold.available - sold.waiting) + (line && its.holdUntil ? line.quantity : 0);
    if (quantity % pack > 0) return notWholePacks(quantity, { min: least, available, pack });
    if (quantity <= (line?.quantity ?? 0)) return undefined;
    if (quantity > available) return { code: 'out_of_stock', figures: { available, least, pack } };
    const others = held.get(sold.id) ?? 0;
    const left = leftOfStock(limits.stockPercent, available, others);
    return others > 0 && quantity > left
      ? { code: 'too_much_unpaid', figures: { held: others, left, least } }
      : undefined;
  }
}

/** What `planLines` answered, while no payment is open on the purchase. */
export async function writeLines(tx: Transaction, its: Purchase, changes: readonly Changed[]): Promise<void> {
  const rows = changes.map((change) => resized(its, change));
  const stock = sql`unnest(${sql.param(rows.map((row) => row.tool.id))}::uuid[],
    ${sql.param(rows.map((row) => row.available))}::int[], ${sql.param(rows.map((row) => row.queued))}::int[])`;
  await tx.execute(
    sql`select ${writeStock(sql`available`, sql`waiting`)} from ${stock} as its (tool_id, available, waiting)`,
  );
  for (const { id, line } of rows.filter(({ from }) => from > 0))
    await tx.update(orders).set(line).where(eq(orders.id, id));
  await addLines(
    tx,
    its,
    rows.filter(({ from }) => from === 0),
  );
  const moves = rows.flatMap((row) => row.moves);
  if (moves.length > 0) await tx.insert(stockMove).values(moves);
  for (const { id: target, from, to } of rows) {
    const action = from > 0 ? 'order.quantity_changed' : 'order.line_added';
    await record(tx, { action, actor: its.personId, target, meta: { from, to } });
  }
  await addUp(tx, its.id);
}

const costOf = (line: Line | undefined): number => (line ? line.totalCents - line.guardCents - line.discountCents : 0);

const pricesOf = ({ price, stepFrom, stepPrice }: Tool) => ({ price, steps: stepsOf({ stepFrom, stepPrice }) });

/** Percent off, of the offer that the purchase has. */
const offerOf = ({ offer, goodsCents: total, guardCents: guard, discountCents: discount }: Purchase): number =>
  offer ? discountPercent({ total, guard, discount }) : 0;

/** Pieces that other unpaid purchases of its customer hold, by tool. */
async function heldElsewhere(tx: Transaction, { id, personId }: Purchase, toolIds: readonly string[]) {
  const rows = await tx
    .select({ toolId: orders.toolId, held: sql<number>`sum(${orders.holdQuantity})::int` })
    .from(purchase)
    .innerJoin(orders, eq(orders.purchaseId, purchase.id))
    .where(
      and(
        eq(purchase.personId, personId),
        ne(purchase.id, id),
        sql`${purchase}.${UNPAID}`,
        inArray(orders.toolId, [...toolIds]),
      ),
    )
    .groupBy(orders.toolId);
  return new Map(rows.map(({ toolId, held }) => [toolId, held]));
}

/** `added`: lines that are new. `rows`: all that the purchase has with them. */
async function beyondLimits(
  tx: Transaction,
  { personId, lines }: Purchase,
  { added, rows }: { readonly added: number; readonly rows: number },
  limits: UnpaidLimits,
) {
  if (added === 0) return undefined;
  // What is taken out stays a row: taking out and adding in turn would make rows without end.
  if (lines + added > MAX_PURCHASE_LINES || rows > 2 * MAX_PURCHASE_LINES)
    return { code: 'not_changeable', figures: { why: 'lines' } } as const;
  const [its] = await tx
    .select({
      unpaid: sql<number>`count(*)::int`,
      lines: sql<number>`sum(lines)::int`,
      trusted: sql<boolean>`${isTrusted(sql`${personId}::uuid`)}`,
    })
    .from(purchase)
    .where(and(eq(purchase.personId, personId), UNPAID));
  const { unpaid = 0, lines: unpaidLines = 0, trusted = false } = its ?? {};
  const left = (most: number) => Math.max(0, most - unpaidLines);
  if (limits.unconfirmed && !trusted && added > left(UNCONFIRMED_LINES))
    return {
      code: 'unconfirmed_unpaid',
      figures: { unpaid, most: UNCONFIRMED_LINES, left: left(UNCONFIRMED_LINES) },
    } as const;
  if (limits.orders > 0 && added > left(limits.orders))
    return { code: 'too_many_unpaid', figures: { unpaid: unpaidLines, left: left(limits.orders) } } as const;
  return undefined;
}

const NO_LINE = { quantity: 0, holdQuantity: 0, holdNo: 0, waiting: 0, fromDelivery: 0 };

/**
 * Pieces that wait are the first that go. Where nothing is held, paying takes the pieces, and asks again whether some may
 * wait: a yes to so many of so many is none to another quantity.
 */
function resized(its: Purchase, { tool, line, lineNo, quantity, price: { each, total, guard, discount } }: Changed) {
  const was = line ?? NO_LINE;
  const waiting = Math.max(0, was.waiting - Math.max(0, was.quantity - quantity));
  const held = its.holdUntil ? quantity - waiting : 0;
  const holdNo = was.holdNo + (held > 0 && held !== was.holdQuantity ? 1 : 0);
  const fromDelivery = its.holdUntil ? Math.min(quantity, was.fromDelivery - (was.waiting - waiting)) : 0;
  const id = line?.id ?? randomUUID();
  const fewer = held < was.holdQuantity;
  const taken = fewer ? held : held - was.holdQuantity;
  const move = { toolId: tool.id, orderId: id };
  return {
    ...{ id, tool, lineNo, from: was.quantity, to: quantity },
    available: tool.available + was.holdQuantity - held,
    queued: tool.waiting - (was.waiting - waiting),
    line: {
      ...{ quantity, unitPrice: each, totalCents: total, guardCents: guard, discountCents: discount },
      ...{ holdQuantity: held, holdNo, waiting, fromDelivery },
      ...(fromDelivery === 0 && { queueNo: null, promisedAt: null }),
    },
    moves: [
      ...(fewer ? [{ ...move, holdNo: was.holdNo, kind: 'release' as const, delta: was.holdQuantity }] : []),
      ...(taken > 0 ? [{ ...move, holdNo, kind: 'hold' as const, delta: -taken }] : []),
    ],
  };
}

async function addLines(tx: Transaction, its: Purchase, rows: readonly ReturnType<typeof resized>[]): Promise<void> {
  if (rows.length === 0) return;
  const { id: purchaseId, state: purchaseState, personId, name, email, phone, address, createdAt } = its;
  await tx.insert(orders).values(
    rows.map(({ id, lineNo, tool: { id: toolId, name: toolName, image: toolImage }, line }) => ({
      ...{ ...line, id, purchaseId, purchaseState, lineNo, personId, toolId, toolName, toolImage },
      ...{ name, email, phone, address, createdAt },
    })),
  );
}

/** A purchase is the sum of its lines, and another version of itself: what was begun to be paid pays it no more. */
const addUp = (tx: Transaction, id: string) =>
  tx.execute(sql`
    update purchase set version = version + 1, lines = its.lines, goods_cents = goods, guard_cents = guard,
           discount_cents = discount, amount_cents = goods - guard - discount
      from (select count(*)::int as lines, sum(total_cents) as goods, sum(guard_cents) as guard, sum(discount_cents) as discount
              from orders where purchase_id = ${id} and given_up < quantity) its
     where purchase.id = ${id}`);
