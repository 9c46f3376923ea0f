import { randomBytes } from 'node:crypto';
import type { Sql } from '../../platform/postgres/sql.ts';
import { createClient, requestOf } from './http-client.ts';
import type { RunningShop } from './running-shop.ts';

/** One less than the limit of unpaid orders. */
export const ORDERS_EACH = 9;
/** Unpaid lines that the shop allows a customer. */
export const LINES_EACH = 200;
const AT_ONCE = 16;

/** Tokens of new customers, valid for ten minutes. Sessions are inserted here; the shop issues the tokens. */
export async function newCustomers(
  { sql, port, origin }: Pick<RunningShop, 'sql' | 'port' | 'origin'>,
  count: number,
): Promise<string[]> {
  const prefix = await insertCustomers(sql, count);
  await sql`
    insert into session (id, token_hash, person_id)
    select id, sha256(id::text::bytea), id from person where id between ${idOf(prefix, 1)} and ${idOf(prefix, count)}`;
  const client = createClient(port, AT_ONCE);
  const signIn = async (n: number) => {
    const email = emailOf(prefix, n);
    const headers = { origin, cookie: `__Host-sid=${idOf(prefix, n)}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ email });
    const issued = await client.send(requestOf({ port }, 'PUT', `/user/${email}`, headers, body));
    if (issued.status !== 200) throw new Error(`The shop gave no token: ${issued.status}`);
    return `Bearer ${JSON.parse(issued.text()).token}`;
  };
  const tokens = await Promise.all(Array.from({ length: count }, (_, index) => signIn(index + 1)));
  client.close();
  return tokens;
}

/** Ids are the returned prefix and numbers from 1 with twelve digits. */
export async function insertCustomers(sql: Sql, count: number): Promise<string> {
  const prefix = `${randomBytes(4).toString('hex')}-0000-4000-8000-`;
  await sql`
    insert into person (id, email, name)
    select (${prefix} || lpad(n::text, 12, '0'))::uuid, ${`bench.${prefix}`} || n || '@example.com', 'Dana Ortiz'
      from generate_series(1, ${count}::int) n`;
  return prefix;
}

export const idOf = (prefix: string, n: number): string => prefix + String(n).padStart(12, '0');
const emailOf = (prefix: string, n: number): string => `bench.${prefix}${n}@example.com`;
