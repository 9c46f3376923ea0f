import { identifier, type Sql } from '../../../platform/postgres/sql.ts';
import { insertPurchases } from '../../harness/purchase-rows.ts';
import { runningShopSql } from '../../harness/running-shop-sql.ts';
import { PAYLOADS, packed } from './corpus.ts';

const ALL = PAYLOADS.join(' ');

/** Limits that keep texts short; here they only would keep payloads away from the pages. */
const SHORT = [
  ['person', 'person_name_check'],
  ['tool', 'tool_name_check'],
  ['tool', 'tool_description_check'],
  ['review', 'review_review_check'],
  ['profile', 'profile_education_check'],
  ['profile', 'profile_location_check'],
  ['profile', 'profile_phone_check'],
  ['purchase_note', 'purchase_note_text_check'],
  ['saved_list', 'saved_list_name_check'],
  ['price_promise', 'price_promise_po_number_check'],
  ['price_promise', 'price_promise_job_check'],
  ['price_promise', 'price_promise_note_check'],
] as const;

/**
 * Writes the whole corpus into every text that the shop keeps and shows, past the rules of the calls: what stands in a
 * table is only text to a page, whoever wrote it there.
 */
export async function fillShop(folder: string, its: { customer: string; admin: string; promise: string }) {
  const { customer, admin, promise } = its;
  const sql = await runningShopSql(folder);
  for (const [table, check] of SHORT) await sql`alter table ${identifier(table)} drop constraint ${identifier(check)}`;
  // An index holds no such name, nor could an account have it.
  await sql`drop index person_by_name`;
  await sql`update person set name = ${ALL} where email in (${customer}, ${admin})`;
  await sql`
    insert into profile (person_id, education, location, phone, linkedin)
    select id, ${ALL}, ${ALL}, ${ALL}, ${`https://linkedin.com/in/${ALL}`} from person where email in (${customer}, ${admin})`;
  await sql`
    insert into person (email, name) select 'payload' || at || '@shop.example', words
    from unnest(${packed(PAYLOADS, 1_200)}::text[]) with ordinality as it(words, at)`;
  await sql`
    insert into review (name, review, star) select words, words, 5 from unnest(${packed(PAYLOADS, 10_000)}::text[]) as words`;
  const tools = await fillTools(sql, admin);
  const orders = await fillOrders(sql, customer);
  const lists = await fillLists(sql, customer);
  await sql`
    update price_promise set name = ${ALL}, address = ${ALL}, po_number = ${ALL}, job = ${ALL}, note = ${ALL}
    where 'PP-' || lpad(seq::text, 4, '0') = ${promise}`;
  await sql`
    update price_promise_line set tool_name = ${ALL}, sku = ${ALL} from price_promise
    where price_promise.id = promise_id and 'PP-' || lpad(seq::text, 4, '0') = ${promise}`;
  await sql.end();
  return { tools, orders, lists };
}

/** As many tools as the home page shows at once, and each has its part of the corpus as name and as text. */
async function fillTools(sql: Sql, admin: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    insert into tool (name, description, category, image, price, min_quantity, available)
    select words, words, words, (select image from tool limit 1), 10, 5, 1000
    from unnest(${packed(PAYLOADS, 1_300)}::text[]) as words returning id`;
  await sql`
    insert into stock_move (tool_id, kind, delta, reason, person_id)
    select tool.id, 'correction', 1000, ${ALL}, person.id from tool, person
    where person.email = ${admin} and tool.id = any(${rows.map(({ id }) => id)})`;
  return rows.map(({ id }) => id);
}

async function fillOrders(sql: Sql, customer: string): Promise<string[]> {
  const [one] = await sql<{ person: string; tool: string }[]>`
    select person.id as person, tool.id as tool from person, (select id from tool limit 1) as tool
     where email = ${customer}`;
  if (one === undefined) throw new Error(`There is no customer ${customer}`);
  const texts = packed(PAYLOADS, 1_200);
  return insertPurchases(
    sql,
    texts.map((words) => ({ ...one, name: words, email: words, phone: words, address: words, tool_name: words })),
  );
}

async function fillLists(sql: Sql, customer: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    insert into saved_list (person_id, name)
    select person.id, words from unnest(${packed(PAYLOADS, 1_200)}::text[]) as words, person
    where person.email = ${customer} returning id`;
  const ids = rows.map(({ id }) => id);
  await sql`
    insert into saved_list_line (list_id, tool_id, quantity, place)
    select list.id, tool.id, 5, 0 from unnest(${ids}::uuid[]) as list (id), (select id from tool limit 1) as tool`;
  return ids;
}
