import type { Sql } from '../../platform/postgres/sql.ts';

const TABLES = [
  'person',
  'password',
  'password_reset',
  'google_identity',
  // Without the moment of its last use, which every look at it moves on.
  '(select id, token_hash, person_id, created_at from session)',
  'signing_key',
  'profile',
  'admin_mail',
  'tool',
  'tool_change',
  'tool_editing',
  'purchase',
  'purchase_wish',
  'purchase_note',
  'document',
  'document_series',
  'orders',
  'order_review',
  'stock_move',
  'payment',
  'job',
  'idempotency',
  'order_list',
  'order_list_line',
  'stock_watch',
  'saved_list',
  'saved_list_line',
  'review',
  'upload',
];

/** A digest of all rows that a call may change, the audit and the counts of tries aside. Equal digests: nothing has changed. */
export async function shopState(sql: Sql): Promise<string> {
  const parts = TABLES.map(
    (table) => `(select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from ${table} t)`,
  );
  const [row] = await sql.unsafe(`select concat_ws(' ', ${parts.join(', ')}) as digest`);
  return row?.digest;
}
