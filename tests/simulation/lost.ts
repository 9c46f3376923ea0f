import { sql } from 'drizzle-orm';
import type { ProviderPayment, Refund } from '#outside/payments/provider.ts';
import type { Db } from '#services/kernel/context.ts';
import type { createNeighbours } from './neighbours.ts';
import { backOf } from './provider.ts';

interface Ended {
  readonly db: Db;
  /** At the providers. */
  readonly payments: readonly { readonly intent: ProviderPayment; readonly refunds: Refund[] }[];
  readonly neighbours: ReturnType<typeof createNeighbours>;
  readonly placed: readonly { readonly id: string; readonly owner: string }[];
  readonly nameOf: (id: string) => string;
}

/** What a life that has come to rest has lost or left behind, in words. */
export async function lost({ db, payments, neighbours, placed, nameOf }: Ended): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string; state: string; paid: string | null }>(
    sql`select id, state, paid_intent as paid from purchase`,
  );
  for (const { id, state } of rows)
    if (['changing', 'cancelling', 'expiring', 'refund_due'].includes(state))
      return `purchase ${nameOf(id)} is stuck in ${state}`;
  const { rows: lines } = await db.execute<{ id: string; person: string }>(
    sql`select id, person_id as person from orders`,
  );
  for (const { id, owner } of placed)
    if (!lines.some((row) => row.id === id && row.person === owner)) return `order ${nameOf(id)} is lost`;
  const { rows: closed } = await db.execute(sql`select target as id from audit where action = 'order.closed'`);
  // What people gave back in another way is not at the provider.
  const { rows: counted } = await db.execute<{ intent: string; back: string }>(
    sql`select intent_id as intent, refunded_cents - coalesce((
               select sum(amount_cents) from refund
                where purchase_id = order_id and refund.attempt = payment.attempt
                  and refund.state = 'by_hand' and provider_refund_id is null), 0) as back from payment`,
  );
  for (const it of payments) {
    const { intent } = it;
    if (intent.status !== 'captured') continue;
    const row = rows.find((it) => it.id === intent.metadata.order_id);
    // People are looking at it, or have said that it went back by another way.
    if (row?.state === 'review' || (row?.state === 'refunded' && closed.some((it) => it.id === row.id))) continue;
    const used = row?.paid === intent.id && row.state === 'paid';
    const back = backOf(it);
    const known = Number(counted.find((one) => one.intent === intent.id)?.back ?? 0);
    if (used && back !== known) return `of ${intent.id} ${back} went back, and ${known} is counted`;
    if (!used && back !== intent.amountReceived)
      return `of the money of ${intent.id} ${back} went back, and none is used`;
  }
  const { rows: left } = await db.execute<{ key: string }>(
    // One beyond the hourly limit of its address is dropped, and says why.
    sql`select key from job where kind like 'mail.%' and done_at is not null and last_error is null`,
  );
  const { rows: shipments } = await db.execute<{ id: string }>(sql`select id from shipment`);
  const gone = (key: string) =>
    /^mail\.(order-sent|tracking-corrected):/.test(key) && !shipments.some(({ id }) => key.includes(id));
  // Of a delivery nobody is told who waits no more by then; they may wait again later.
  const untold = (key: string) => key.startsWith('mail.delivery-moved:') || gone(key);
  for (const { key } of left)
    if (!neighbours.mails.has(key) && !untold(key)) return `${key} counts as sent and never left`;
  for (const key of neighbours.mails.keys())
    if (
      key.startsWith('mail.order-sent:') &&
      gone(key) &&
      !neighbours.mails.has(key.replace('order-sent', 'shipping-undone'))
    )
      return `${key} tells of a shipping that was undone`;
  const { rows: faces } = await db.execute<{ photo: string }>(sql`select photo from person where photo is not null`);
  for (const { photo } of faces) if (!neighbours.files.has(pathOf(photo))) return `${photo} is named and gone`;
  return undefined;
}

const pathOf = (address: string): string => address.replace('/images/', '');
