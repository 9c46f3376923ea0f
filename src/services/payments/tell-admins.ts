import { sql } from 'drizzle-orm';
import type { AdminNews } from '#model/people/admin-mail.ts';
import type { Transaction } from '../kernel/context.ts';
import { ask, named } from '../kernel/named-statement.ts';

/**
 * Leaves a mail about an order for each admin who wants such news, in the transaction of its cause.
 * @param cause names what happened: it is told once
 */
export const tellAdmins = (tx: Transaction, news: Exclude<AdminNews, 'lowStock'>, cause: string, orderId: string) =>
  ask(
    tx,
    named(
      'tell-admins',
      sql`select tell_admins('mail.order-news', ${news}, ${cause}, ${JSON.stringify({ orderId })}::jsonb)`,
    ),
  );
