import { hash } from 'node:crypto';
import { and, desc, eq, gte, inArray } from 'drizzle-orm';
import { centsOf, centsToDollars, MAX_PAYMENT, toCents } from '#model/kernel/money.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { DAY } from '#model/kernel/utc-day.ts';
import {
  MAX_PROMISES,
  type MakePromise,
  PROMISES_A_DAY,
  type PromiseNumber,
  promisedUntil,
  promiseNumber,
} from '#model/orders/promise.ts';
import { orderPrice } from '#model/pricing/price.ts';
import { tool } from '#tables/catalogue.ts';
import { person } from '#tables/identity.ts';
import { pricePromise, pricePromiseLine } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import { toolView } from '../../catalogue/get-tool.ts';
import { type TooMany, tooMany } from '../../identity/allowance.ts';
import type { Context, Transaction } from '../../kernel/context.ts';
import { record } from '../../kernel/record.ts';
import { transact } from '../../kernel/transact.ts';
import { type LineRefusal, notWholePacks, type RefusedLine } from '../place-purchase.ts';
import { newLink } from './lock-promise.ts';

export type MakePromiseFailure =
  | (Failure<'lines_refused'> & { readonly lines: readonly RefusedLine[] })
  | Failure<'amount_too_large' | 'amount_differs' | 'too_many_promises' | 'idempotency_key_reused'>
  | TooMany<'promises'>;

export interface PromiseMade {
  readonly number: PromiseNumber;
  /** Absent where the same request was answered before. */
  readonly token?: string;
}

/** Keeps the prices of this moment; stock is neither held nor looked at. With the same key and body, once. */
export function makePromise(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  customer: { readonly id: string; readonly name: string },
  wanted: MakePromise,
  requestKey?: string,
): Promise<Outcome<PromiseMade, MakePromiseFailure>> {
  return transact(db, async (tx) => {
    // Promises of one person take turns, so that they are counted.
    await tx.select({ id: person.id }).from(person).where(eq(person.id, customer.id)).for('no key update');
    const bodyHash = hash('sha256', JSON.stringify({ ...wanted, amount: undefined }), 'buffer');
    const earlier = requestKey && (await findEarlier(tx, customer.id, requestKey));
    if (earlier)
      return earlier.bodyHash?.equals(bodyHash)
        ? success({ number: promiseNumber(earlier.seq) })
        : failure({ code: 'idempotency_key_reused', figures: {} });
    const now = clock();
    const mine = eq(pricePromise.personId, customer.id);
    const valid = and(mine, eq(pricePromise.state, 'sent'), gte(pricePromise.validUntil, now));
    if ((await tx.$count(pricePromise, valid)) >= MAX_PROMISES)
      return failure({ code: 'too_many_promises', figures: { most: MAX_PROMISES } });
    const wait = await secondsUntilNext(tx, customer.id, now);
    if (wait > 0) return tooMany('promises', wait);

    const judged = await judge(tx, wanted);
    const refused = judged.flatMap(({ line, refusal }) => (refusal ? [{ line, ...refusal }] : []));
    if (refused.length > 0)
      return failure({ code: 'lines_refused', figures: { lines: refused.length }, lines: refused });
    const lines = judged.flatMap(({ values }) => values ?? []);
    const goods = sum(lines.map(({ unitPrice, quantity }) => unitPrice * quantity * 100));
    const guard = sum(lines.map(({ guardCents }) => guardCents));
    // Before they are taken for cents: many of the dearest tools add up to no safe number.
    if (goods - guard > MAX_PAYMENT) return failure({ code: 'amount_too_large' });
    const amount = toCents(goods - guard);
    if (wanted.amount !== undefined && centsOf(wanted.amount) !== amount)
      return failure({ code: 'amount_differs', figures: { amount: centsToDollars(amount), done: 'promised' } });

    const { phone, address, po_number: poNumber, job, note } = wanted;
    const validUntil = promisedUntil(now);
    const [made] = await tx
      .insert(pricePromise)
      .values({
        ...{ personId: customer.id, name: customer.name, phone, address, poNumber, job, note },
        ...{ lines: lines.length, goodsCents: toCents(goods), guardCents: toCents(guard), validUntil, createdAt: now },
        ...(requestKey && { requestKey, bodyHash }),
      })
      .returning({ id: pricePromise.id, seq: pricePromise.seq });
    if (!made) throw new Error('A promise was written and is not there');
    await tx.insert(pricePromiseLine).values(lines.map((line) => ({ ...line, promiseId: made.id })));
    const token = await newLink(tx, made.id, validUntil, now);
    const meta = { lines: lines.length, cents: amount };
    await record(tx, { action: 'promise.made', actor: customer.id, target: made.id, meta });
    return success({ number: promiseNumber(made.seq), token });
  });
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

/** 0 while fewer were made in the last 24 hours than may be. */
async function secondsUntilNext(tx: Transaction, personId: string, now: Date): Promise<number> {
  const [first] = await tx
    .select({ at: pricePromise.createdAt })
    .from(pricePromise)
    .where(eq(pricePromise.personId, personId))
    .orderBy(desc(pricePromise.seq))
    .limit(1)
    .offset(PROMISES_A_DAY - 1);
  return first ? Math.max(0, Math.ceil((first.at.getTime() + DAY - now.getTime()) / 1000)) : 0;
}

async function findEarlier(tx: Transaction, personId: string, requestKey: string) {
  const [earlier] = await tx
    .select({ seq: pricePromise.seq, bodyHash: pricePromise.bodyHash })
    .from(pricePromise)
    .where(and(eq(pricePromise.personId, personId), eq(pricePromise.requestKey, requestKey)));
  return earlier;
}

type LineValues = Omit<typeof pricePromiseLine.$inferInsert, 'promiseId'>;

async function judge(tx: Transaction, { lines }: MakePromise) {
  const ids = lines.map((line) => line.tools_id);
  // A price that is being changed is waited for.
  const rows = await tx.select().from(tool).where(inArray(tool.id, ids)).orderBy(tool.id).for('share');
  const tools = new Map(rows.map((row) => [row.id, row]));
  return lines.map((wanted, at): { line: number; refusal?: LineRefusal; values?: LineValues } => {
    const line = at + 1;
    const row = tools.get(wanted.tools_id);
    if (!row || row.deletedAt) return { line, refusal: { code: 'tool_gone' } };
    if (ids.indexOf(wanted.tools_id) !== at || ids.includes(wanted.tools_id, line))
      return { line, refusal: { code: 'tool_twice' } };
    const { quantity } = wanted;
    const { each, guard } = orderPrice(toolView(row), quantity, 0);
    const { minQuantity: least, pack } = row;
    if (each !== wanted.tools_price) return { line, refusal: { code: 'price_changed', figures: { price: each } } };
    if (quantity < least) return { line, refusal: { code: 'quantity_below_minimum', figures: { least } } };
    if (quantity % pack !== 0)
      return { line, refusal: notWholePacks(quantity, { min: least, available: Number.MAX_SAFE_INTEGER, pack }) };
    const { id: toolId, name: toolName, image: toolImage, sku } = row;
    const values = { lineNo: line, toolId, toolName, toolImage, sku, quantity, unitPrice: each, guardCents: guard };
    return { line, values };
  });
}
