import { randomUUID } from 'node:crypto';
import type { OrderState } from '#model/orders/order.ts';
import type { PurchaseState } from '#model/purchases/purchase-life.ts';
import type { Session } from '../../platform/postgres/sql.ts';

interface PurchaseRow {
  readonly person: string;
  readonly tool: string;
  readonly state?: PurchaseState;
  readonly quantity?: number;
  /** Pieces that it holds; none by default. The tool's stock is not reduced. */
  readonly held?: number;
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly address?: string;
  readonly tool_name?: string;
  readonly hold_until?: Date;
  readonly created_at?: Date;
}

/** Inserts purchases of one line, past the shop, with their stock moves and their audit; answers their ids. */
export async function insertPurchases(sql: Session, rows: readonly PurchaseRow[]): Promise<string[]> {
  const filled = rows.map((row, n) => ({
    ...{ id: randomUUID(), n, state: 'unpaid', quantity: 5, held: 0, phone: '5550142200', address: '1 Main Street' },
    ...row,
  }));
  await sql`
    with wanted as materialized (
      select it.id, n, state, quantity, held, person.id as person, coalesce(it.name, person.name) as name,
             coalesce(it.email, person.email) as email, phone, it.address, tool.id as tool,
             coalesce(tool_name, tool.name) as tool_name, image, price, price::bigint * quantity * 100 as cents, hold_until,
             coalesce(it.created_at, now()) as at
        from jsonb_to_recordset(${JSON.stringify(filled)}::text::jsonb) as it (id uuid, n int, state purchase_state,
             quantity int, held int, person uuid, name text, email text, phone text, address text, tool uuid,
             tool_name text, hold_until timestamptz, created_at timestamptz)
        join person on person.id = it.person join tool on tool.id = it.tool),
    purchases as (
      insert into purchase (id, person_id, name, email, phone, address, state, lines, goods_cents, amount_cents, hold_until,
                            paid_intent, paid_at, created_at)
      select id, person, name, email, phone, address, state, 1, cents, cents, hold_until,
             case when state = 'paid' then 'pi_' || id end, case when state = 'paid' then at end, at from wanted order by n),
    lines as (
      insert into orders (id, purchase_id, purchase_state, person_id, tool_id, name, email, phone, address, tool_name,
                          tool_image, unit_price, quantity, total_cents, state, hold_quantity, created_at)
      select id, id, state, person, tool, name, email, phone, address, tool_name, image, price, quantity, cents,
             line_state(state, 'unpaid', quantity, 0, 0), held, at from wanted order by n),
    moves as (
      insert into stock_move (tool_id, order_id, hold_no, kind, delta)
      select tool, id, 1, 'hold', -quantity from wanted
      union all select tool, id, 1, 'release', quantity - held from wanted where held < quantity)
    insert into audit (actor, action, target) select person, 'order.placed', id from wanted order by n`;
  return filled.map(({ id }) => id);
}

export interface MoneyColumns {
  readonly hold_until: Date | null;
  readonly paid_intent: string | null;
  readonly paid_at: Date | null;
  readonly review_reason: string | null;
  readonly review_intent: string | null;
}

/** Puts a purchase of one line into what its order then shows, past the shop. One that is shipped is paid and all sent. */
export async function setState(
  sql: Session,
  id: string,
  state: OrderState,
  columns: Partial<MoneyColumns> = {},
): Promise<void> {
  const shipped = state === 'shipped';
  await sql`
    update purchase set (state, hold_until, paid_intent, paid_at, review_reason, review_intent, review_no) = (
      select state, hold_until, case when state = 'paid' then coalesce(paid_intent, id::text) else paid_intent end,
             case when state = 'paid' then coalesce(paid_at, now()) else paid_at end, review_reason, review_intent,
             case when state = 'review' then greatest(review_no, 1) else review_no end
        from jsonb_populate_record(purchase, ${JSON.stringify({ ...columns, state: shipped ? 'paid' : state })}::text::jsonb))
     where id = ${id}`;
  if (shipped)
    await sql`update orders set shipped_quantity = hold_quantity, shipped_at = now() where purchase_id = ${id}`;
}
