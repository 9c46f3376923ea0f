import { type SQL, sql } from 'drizzle-orm';
import { PAYPAL_ID } from '#model/purchases/paid-with.ts';
import type { Context } from '../../kernel/context.ts';
import { ask, keepStatement } from '../../kernel/named-statement.ts';
import { issuerOf } from './issuer-of.ts';

export const INVOICES_AT_ONCE = 100;

/**
 * Writes the invoices of what is paid and has none, in the order of the payments. Numbers are given by one transaction at
 * a time, which raises the counter and writes the documents: what is rolled back leaves no gap. A purchase that somebody
 * changes at this moment has its turn later: nobody is waited for.
 * @returns how many were written
 */
export function writeInvoices({ db, shop }: Pick<Context, 'db' | 'shop'>, atOnce = INVOICES_AT_ONCE): Promise<number> {
  return db.transaction(async (tx) => {
    // Before the statement looks for what is due: the one who waits here sees what the other wrote.
    await tx.execute(sql`lock table document_series in exclusive mode`);
    const written = await ask(tx, statement({ shop: JSON.stringify(issuerOf(shop)), most: atOnce }));
    return written.length;
  });
}

/** Cents as a JSON number in dollars. */
const dollars = (cents: SQL) => sql`round(${cents} / 100.0, 2)`;

const statement = keepStatement<{ shop: string; most: number }>(
  'write-invoices',
  (value) => sql`
  with due as materialized (
    select purchase.*, 'invoice-' || year as series, row_number() over (partition by year order by paid_at, seq) as place
      from (select purchase.*, to_char(paid_at at time zone 'UTC', 'YYYY') as year from purchase
             where paid_at is not null and invoice_no is null order by paid_at, seq limit ${value('most')}::int
               for no key update skip locked) purchase),
  many as materialized (select series, count(*) as documents from due group by series),
  raised as materialized (
    insert into document_series (series, next) select series, documents + 1 from many
        on conflict (series) do update set next = document_series.next + excluded.next - 1
    returning series, next),
  numbered as materialized (
    select due.*, next - documents - 1 + place as number
      from due join many using (series) join raised using (series)),
  bodies as materialized (
    select id, series, number, jsonb_strip_nulls(jsonb_build_object(
      'shop', ${value('shop')}::jsonb,
      'purchase', 'P-' || seq, 'name', name, 'address', address, 'po_number', po_number, 'job', job,
      'date', to_char(paid_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'paid_with', case when paid_intent ~ ${PAYPAL_ID.source}::text then 'PayPal' else 'card' end,
      'transactionId', coalesce(paid_intent, ''),
      'total', ${dollars(sql`goods_cents`)}, 'guard', ${dollars(sql`guard_cents`)}, 'discount', ${dollars(sql`discount_cents`)},
      'amount', ${dollars(sql`amount_cents`)}))
      || jsonb_build_object('lines', coalesce((select jsonb_agg(jsonb_build_object(
        'tools_name', line.tool_name, 'sku', tool.sku, 'quantity', line.quantity, 'tools_price', line.unit_price,
        'total', ${dollars(sql`line.total_cents`)}, 'guard', ${dollars(sql`line.guard_cents`)},
        'from', (select min(step) from unnest(tool.step_from, tool.step_price) as its (step, each)
                  where line.guard_cents > 0 and step > line.quantity
                    and step::bigint * each * 100 = line.total_cents - line.guard_cents)) order by line.line_no)
        from orders line join tool on tool.id = line.tool_id
       where line.purchase_id = numbered.id and (line.state <> 'cancelled' or line.given_up < line.quantity)), '[]')) as body
      from numbered),
  written as materialized (
    insert into document (series, number, kind, purchase_id, body, sha256)
    select series, number, 'invoice', id, body, document_digest(series, number, 'invoice', id, body) from bodies
    returning purchase_id, series, number)
  update purchase set invoice_no = right(series, 4) || '-' || lpad(number::text, greatest(4, length(number::text)), '0')
    from written where purchase.id = written.purchase_id
  returning purchase.id`,
);
