import { randomBytes } from 'node:crypto';
import { drizzle } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import { createBearerTokens, createSigningKey } from '../../src/outside/identity/bearer-tokens.ts';
import { loadSigningKeys } from '../../src/services/identity/signing-keys.ts';
import * as schema from '../../src/tables/schema.ts';
import type { RunningShop } from './running-shop.ts';

/** Orders of one customer: one less than the shop lets them have unpaid at once. */
export const ORDERS_EACH = 9;

/** New customers who are signed in, as the `authorization` that each sends. Good for ten minutes. */
export async function newCustomers(
  { sql, origin }: Pick<RunningShop, 'sql' | 'origin'>,
  count: number,
): Promise<string[]> {
  const prefix = await insertCustomers(sql, count);
  await sql`
    insert into session (id, token_hash, person_id)
    select id, sha256(id::text::bytea), id from person where id between ${idOf(prefix, 1)} and ${idOf(prefix, count)}`;
  const db = drizzle(sql, { schema });
  const tokens = await createBearerTokens(await loadSigningKeys(db, createSigningKey), origin);
  const ids = Array.from({ length: count }, (_, index) => idOf(prefix, index + 1));
  return Promise.all(ids.map(async (id) => `Bearer ${await tokens.sign({ personId: id, sessionId: id }, new Date())}`));
}

/** Customers whose ids are this prefix and the numbers from 1 on, with twelve digits. */
export async function insertCustomers(sql: Sql, count: number): Promise<string> {
  const prefix = `${randomBytes(4).toString('hex')}-0000-4000-8000-`;
  await sql`
    insert into person (id, email, name)
    select (${prefix} || lpad(n::text, 12, '0'))::uuid, ${`bench.${prefix}`} || n || '@example.com', 'Dana Ortiz'
      from generate_series(1, ${count}::int) n`;
  return prefix;
}

const idOf = (prefix: string, n: number): string => prefix + String(n).padStart(12, '0');
