import { and, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { OrderId } from '#model/kernel/ids.ts';
import { RESTORED } from '#model/kernel/restored.ts';
import type { ProviderPayment } from '#outside/payments/provider.ts';
import { bookmark } from '#tables/kernel.ts';
import { purchase } from '#tables/orders.ts';
import { payment } from '#tables/payments.ts';
import type { Context, Db } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import { closeAtProvider } from './close-at-provider.ts';
import { isAttempt, movePayment } from './move-payment.ts';
import { settlePayment } from './settle-payment.ts';

// By then the call that created it is over.
const SETTLED_AFTER_MS = 3_600_000;

const CLOCKS_MS = 5 * 60_000;

type Adopting = Pick<Context, 'db' | 'clock' | 'payments' | 'log'>;

/** A payment without a row (its creation went unanswered, or a restore lost it) is closed, settled or refunded. */
export async function adoptPayment(context: Adopting, intent: ProviderPayment): Promise<void> {
  const order = OrderId.safeParse(intent.metadata.order_id);
  if (intent.metadata.app !== 'toolyard' || !order.success) return;
  const restored = await lastRestore(context.db);
  const forgotten = restored !== undefined && intent.createdAt < restored.at;
  if (!forgotten && context.clock().getTime() - intent.createdAt.getTime() < SETTLED_AFTER_MS) return;
  const row = await giveBackItsRow(context.db, order.data, intent);
  if (!row && (await context.db.$count(payment, eq(payment.intentId, intent.id))) > 0) return;
  if (intent.status === 'captured') {
    if (row || (await writeDown(context.db, order.data, intent))) await settlePayment(context, intent);
    else if (forgotten && intent.createdAt.getTime() > restored.to.getTime() - CLOCKS_MS)
      await refundForgotten(context, order.data, intent);
    else context.log.error({ intent: intent.id }, 'there is money at the provider that no order asked for');
  } else if (intent.status !== 'closed') {
    if (row) await closeAtProvider(context, row);
    else await context.payments.close(intent.id);
  }
}

async function lastRestore(db: Db): Promise<{ to: Date; at: Date } | undefined> {
  const done = alias(bookmark, 'done');
  const [last] = await db
    .select({ to: bookmark.at, at: done.at })
    .from(bookmark)
    .innerJoin(done, eq(done.name, RESTORED.at))
    .where(eq(bookmark.name, RESTORED.to));
  return last;
}

async function giveBackItsRow(db: Db, orderId: OrderId, intent: ProviderPayment) {
  const attempt = Number(intent.metadata.attempt);
  if (!Number.isSafeInteger(attempt)) return undefined;
  const key = { orderId, attempt };
  return db.transaction(async (tx) => {
    await movePayment(tx, key, 'creating', 'cancelled');
    const [row] = await tx
      .update(payment)
      .set({ intentId: intent.id })
      .where(and(isAttempt(key), isNull(payment.intentId), eq(payment.state, 'cancelled')))
      .returning({ orderId: payment.orderId, attempt: payment.attempt });
    return row;
  });
}

async function writeDown(db: Db, orderId: OrderId, intent: ProviderPayment): Promise<boolean> {
  const { rows: written } = await db.execute(sql`
    insert into ${payment} (order_id, attempt, idempotency_key, intent_id, amount_cents, state)
    select id, (select coalesce(max(attempt), 0) + 1 from ${payment} where order_id = ${orderId}),
           ${`adopted:${intent.id}`}, ${intent.id}, amount_cents, 'cancelled'
      from ${purchase} where id = ${orderId}
    on conflict do nothing returning 1`);
  return written.length === 1;
}

async function refundForgotten({ db, log }: Adopting, orderId: OrderId, intent: ProviderPayment): Promise<void> {
  await db.transaction(async (tx) => {
    // An existing order is settled by its row, which was written meanwhile.
    if ((await tx.$count(purchase, eq(purchase.id, orderId))) > 0) return;
    if (!(await post(tx, 'refund', `refund:${intent.id}`, { orderId, intentId: intent.id }))) return;
    await record(tx, { action: 'payment.forgotten', target: orderId, meta: { intent: intent.id } });
    log.warn({ intent: intent.id, order: orderId }, 'money of an order that a restore took away is given back');
  });
}
