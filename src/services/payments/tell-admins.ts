import { sql } from 'drizzle-orm';
import type { AdminNews } from '#model/people/admin-mail.ts';
import type { Transaction } from '../kernel/context.ts';
import { ask, named } from '../kernel/named-statement.ts';

/** Sent once for each `cause`. */
export const tellAdmins = (tx: Transaction, news: Exclude<AdminNews, 'lowStock'>, cause: string, orderId: string) =>
  ask(
    tx,
    named(
      'tell-admins',
      sql`select tell_admins('mail.order-news', ${news}, ${cause}, ${JSON.stringify({ orderId })}::jsonb)`,
    ),
  );
