import { and, eq, sql } from 'drizzle-orm';
import type { ToolId } from '#model/kernel/ids.ts';
import type { StockWatch } from '#model/orders/stock-watch.ts';
import { person } from '#tables/identity.ts';
import { stockWatch } from '#tables/orders.ts';
import type { Context, Db, Transaction } from '../../kernel/context.ts';
import { isTrusted } from '../unpaid-limits.ts';

export async function getWatch(
  context: Pick<Context, 'db' | 'mailer' | 'confirmation'>,
  personId: string,
  toolId: ToolId,
): Promise<StockWatch> {
  const { db, mailer } = context;
  const [watch] = await db
    .select({ pieces: stockWatch.pieces })
    .from(stockWatch)
    .where(and(eq(stockWatch.personId, personId), eq(stockWatch.toolId, toolId)));
  const state = mailer ? ((await mayBeTold(db, context, personId)) ? 'open' : 'unconfirmed') : 'off';
  return { pieces: watch?.pieces ?? null, state };
}

/** Where the shop asks for confirmations, other addresses get only what their accounts need. */
export async function mayBeTold(
  db: Db | Transaction,
  { confirmation }: Pick<Context, 'confirmation'>,
  personId: string,
): Promise<boolean> {
  if (confirmation === 'off') return true;
  const [known] = await db
    .select({ trusted: sql<boolean>`${isTrusted(sql`${personId}::uuid`)}` })
    .from(person)
    .where(eq(person.id, personId));
  return known?.trusted === true;
}
