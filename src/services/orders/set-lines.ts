import { and, asc, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import { MAX_PAYMENT } from '#model/kernel/money.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { WantedLine } from '#model/orders/order.ts';
import { UNCONFIRMED_LINES, type UnpaidLimits } from '#model/orders/order-life.ts';
import { discountPercent, orderPrice } from '#model/pricing/price.ts';
import { MAX_PURCHASE_LINES } from '#model/purchases/purchase-life.ts';
import { tool } from '#tables/catalogue.ts';
import { stockMove } from '#tables/inventory.ts';
import { orders, purchase } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import { stepsOf } from '../catalogue/step-columns.ts';
import { lockTools } from '../inventory/lock-tools.ts';
import type { Transaction } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { type LineRefusal, notWholePacks, type RefusedLine } from './place-purchase.ts';
import { isTrusted, UNPAID } from './unpaid-limits.ts';

type Purchase = typeof purchase.$inferSelect;
type Line = typeof orders.$inferSelect;
type Tool = typeof tool.$inferSelect;

export type SetLinesFailure =
  | (Failure<'lines_refused'> & { readonly lines: readonly RefusedLine[] })
  | Failure<'not_changeable' | 'too_many_unpaid' | 'unconfirmed_unpaid' | 'amount_too_large'>;

/** One that is another than it was. */
interface Changed {
  readonly no: number;
  readonly wanted: WantedLine;
  readonly its: Tool | undefined;
  /** Absent where its tool is new to the purchase. */
  readonly line: Line | undefined;
}

/**
 * What it takes to make lines of an unpaid purchase have these quantities; of tools that it does not have, lines are added.
 * All or none. Its row is locked; this locks the tools, then its lines. Only what changes is judged, as an order of today is.
 * @param limits for what is unpaid; none for what was judged before
 */
export async function planLines(
  tx: Transaction,
  its: Purchase,
  wanted: readonly WantedLine[],
  limits: UnpaidLimits = { orders: 0, stockPercent: 0 },
): Promise<Outcome<readonly Changed[], SetLinesFailure>> {
  if (its.promiseId) return failure({ code: 'not_changeable', figures: { why: 'promise' } });
  const ids = wanted.map(({ toolId }) => toolId);
  await lockTools(tx, 'lock-wanted-tools', sql`select unnest(${sql.param(ids)}::uuid[])`);
  const tools = await tx.select().from(tool).where(inArray(tool.id, ids));
  const lines = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.purchaseId, its.id), lt(orders.givenUp, orders.quantity)))
    .orderBy(asc(orders.id))
    .for('no key update');
  const changes = wanted
    .map((line, at) => ({
      no: at + 1,
      wanted: line,
      its: tools.find(({ id }) => id === line.toolId),
      line: lines.find(({ toolId }) => toolId === line.toolId),
    }))
    .filter(({ wanted, line }) => line?.quantity !== wanted.quantity);
  const held = await heldElsewhere(tx, its, ids);
  const refused = changes.flatMap((change): RefusedLine[] => {
    const why = ids.indexOf(change.wanted.toolId) < change.no - 1 ? ({ code: 'tool_twice' } as const) : judge(change);
    return why ? [{ line: change.no, ...why }] : [];
  });
  if (refused.length > 0) return failure({ code: 'lines_refused', figures: { lines: refused.length }, lines: refused });
  const added = changes.filter(({ line }) => !line).length;
  const over = await beyondLimits(tx, its, added, limits);
  if (over) return failure(over);
  const dearer = changes.reduce((sum, change) => sum + priceOf(its, change).amount - costOf(change.line), 0);
  if (its.amountCents + dearer > MAX_PAYMENT) return failure({ code: 'amount_too_large' });
  return success(changes);

  function judge({ wanted: { quantity, price }, its: sold, line }: Changed): LineRefusal | undefined {
    if (!sold || sold.deletedAt) return { code: 'tool_gone' };
    const { minQuantity: least, pack } = sold;
    const { each } = orderPrice(pricesOf(sold), quantity, 0);
    if (each !== price) return { code: 'price_changed', figures: { price: each } };
    if (quantity < least) return { code: 'quantity_below_minimum', figures: { least } };
    const available = Math.max(0, sold.available - sold.waiting) + (line && its.holdUntil ? line.quantity : 0);
    if (quantity % pack > 0) return notWholePacks(quantity, { min: least, available, pack });
    if (quantity <= (line?.quantity ?? 0)) return undefined;
    if (quantity > available) return { code: 'out_of_stock', figures: { available, least, pack } };
    const others = held.get(sold.id) ?? 0;
    const left = Math.floor((limits.stockPercent * (available + others)) / 100) - others;
    const tooMuch = limits.stockPercent > 0 && others > 0 && quantity > left;
    return tooMuch ? { code: 'too_much_unpaid', figures: { held: others, left, least } } : undefined;
  }
}

/** What `planLines` answered, while no payment is open on the purchase. */
export async function writeLines(tx: Transaction, its: Purchase, changes: readonly Changed[]): Promise<void> {
  for (const change of changes) await apply(tx, its, change);
  await addUp(tx, its.id);
}

const costOf = (line: Line | undefined): number => (line ? line.totalCents - line.guardCents - line.discountCents : 0);

const pricesOf = ({ price, stepFrom, stepPrice }: Tool) => ({ price, steps: stepsOf({ stepFrom, stepPrice }) });

/** With the share of the offer that the purchase has. */
function priceOf({ offer, goodsCents: total, guardCents: guard, discountCents: discount }: Purchase, change: Changed) {
  const percent = offer ? discountPercent({ total, guard, discount }) : 0;
  return orderPrice(pricesOf(change.its as Tool), change.wanted.quantity, percent);
}

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

async function beyondLimits(tx: Transaction, { personId, lines }: Purchase, added: number, limits: UnpaidLimits) {
  if (added === 0) return undefined;
  if (lines + added > MAX_PURCHASE_LINES) return { code: 'not_changeable', figures: { why: 'lines' } } as const;
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

/** Pieces that wait are the first that go. Where nothing is held, paying takes the pieces. */
async function apply(tx: Transaction, its: Purchase, change: Changed): Promise<void> {
  const sold = change.its as Tool;
  const { quantity } = change.wanted;
  const { each, total, guard, discount } = priceOf(its, change);
  const was = change.line ?? NO_LINE;
  const waiting = Math.max(0, was.waiting - Math.max(0, was.quantity - quantity));
  const held = its.holdUntil ? quantity - waiting : 0;
  const holdNo = was.holdNo + (held > 0 && held !== was.holdQuantity ? 1 : 0);
  const fromDelivery = Math.min(quantity, was.fromDelivery - (was.waiting - waiting));
  await tx
    .update(tool)
    .set({ available: sold.available + was.holdQuantity - held, waiting: sold.waiting - (was.waiting - waiting) })
    .where(eq(tool.id, sold.id));
  const orderId = await writeLine(tx, its, change, {
    ...{ quantity, unitPrice: each, totalCents: total, guardCents: guard, discountCents: discount },
    ...{ holdQuantity: held, holdNo, waiting, fromDelivery, ...(fromDelivery === 0 && { queueNo: null }) },
  });
  const fewer = held < was.holdQuantity;
  const taken = fewer ? held : held - was.holdQuantity;
  const move = { toolId: sold.id, orderId };
  if (fewer)
    await tx.insert(stockMove).values({ ...move, holdNo: was.holdNo, kind: 'release', delta: was.holdQuantity });
  if (taken > 0) await tx.insert(stockMove).values({ ...move, holdNo, kind: 'hold', delta: -taken });
  await record(tx, {
    action: change.line ? 'order.quantity_changed' : 'order.line_added',
    actor: its.personId,
    target: orderId,
    meta: { from: was.quantity, to: quantity },
  });
}

type Written = Pick<
  typeof orders.$inferInsert,
  'quantity' | 'unitPrice' | 'totalCents' | 'holdQuantity' | 'holdNo' | 'waiting' | 'fromDelivery' | 'queueNo'
>;

async function writeLine(tx: Transaction, its: Purchase, { line, its: sold }: Changed, row: Written): Promise<string> {
  if (line) {
    await tx.update(orders).set(row).where(eq(orders.id, line.id));
    return line.id;
  }
  const { id: purchaseId, state: purchaseState, personId, name, email, phone, address, createdAt } = its;
  const { id: toolId, name: toolName, image: toolImage } = sold as Tool;
  const [added] = await tx
    .insert(orders)
    .values({
      ...{ ...row, purchaseId, purchaseState, personId, toolId, toolName, toolImage },
      ...{ name, email, phone, address, createdAt },
      lineNo: sql`(select max(line_no) + 1 from orders where purchase_id = ${purchaseId})`,
    })
    .returning({ id: orders.id });
  return added?.id as string;
}

/** A purchase is the sum of its lines, and another version of itself: what was begun to be paid pays it no more. */
const addUp = (tx: Transaction, id: string) =>
  tx.execute(sql`
    update purchase set version = version + 1, lines = its.lines, goods_cents = goods, guard_cents = guard,
           discount_cents = discount, amount_cents = goods - guard - discount
      from (select count(*)::int as lines, sum(total_cents) as goods, sum(guard_cents) as guard, sum(discount_cents) as discount
              from orders where purchase_id = ${id} and given_up < quantity) its
     where purchase.id = ${id}`);
