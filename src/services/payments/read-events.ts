import { eq, sql } from 'drizzle-orm';
import { EVENTS } from '#model/payments/provider.ts';
import { bookmark } from '#tables/kernel.ts';
import type { Context } from '../kernel/context.ts';
import { REFUND_EVENTS } from './note-refunds.ts';
import { storeEvent } from './store-event.ts';

const TYPES = [
  'payment_intent.succeeded',
  'payment_intent.canceled',
  EVENTS.dispute,
  EVENTS.disputeEnded,
  ...REFUND_EVENTS,
];
const NAME = 'payment events';
const MINUTE = 60_000;
// Events may be listed a little after their timestamp.
const OVERLAP_MS = 10 * MINUTE;
// As long as the provider resends an event.
const FIRST_LOOK_BACK_MS = 3 * 24 * 60 * MINUTE;

/** Replaces webhooks that were lost or never configured. Returns how many events were new. */
export async function readEvents(
  context: Pick<Context, 'db' | 'clock' | 'payments' | 'log' | 'wake'>,
): Promise<number> {
  const { db, clock, payments, log } = context;
  const [mark] = await db.select().from(bookmark).where(eq(bookmark.name, NAME));
  const since = new Date(mark ? mark.at.getTime() - OVERLAP_MS : clock().getTime() - FIRST_LOOK_BACK_MS);
  let newest = mark?.at ?? since;
  let stored = 0;
  let startingAfter: string | undefined;
  for (;;) {
    const page = await payments.listEvents({ since, types: TYPES, ...(startingAfter && { startingAfter }) });
    if (!page.ok) {
      log.warn({ code: page.failure.code }, 'payment events could not be listed');
      return stored;
    }
    for (const event of page.value.items) {
      if (await storeEvent(context, event)) stored += 1;
      if (event.createdAt > newest) newest = event.createdAt;
    }
    startingAfter = page.value.items.at(-1)?.id;
    if (!page.value.hasMore || startingAfter === undefined) break;
  }
  await db
    .insert(bookmark)
    .values({ name: NAME, at: newest })
    .onConflictDoUpdate({ target: bookmark.name, set: { at: sql`greatest(${bookmark.at}, excluded.at)` } });
  return stored;
}
