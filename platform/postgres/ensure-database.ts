import type { ConnectionOptions } from './connection.ts';
import type { Sql } from './sql.ts';

/** Longest a statement, a wait for a lock, an idle and a whole transaction of the shop may take. */
const LIMITS = {
  statement_timeout: '5s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '10s',
  transaction_timeout: '15s',
};

/**
 * Makes what is missing of the shop's own role and its database; safe to repeat. The role owns the database and so its
 * public schema and may add trusted extensions there, but it is no superuser.
 */
export async function ensureShopDatabase(admin: Sql, shop: ConnectionOptions): Promise<void> {
  const settings = Object.entries(LIMITS).map(([name, value]) => `${name}=${value}`);
  const [found] = await admin<[{ role: boolean; limits: string[] | null; database: boolean }]>`
    select
      exists (select from pg_roles where rolname = ${shop.user}) as role,
      (select rolconfig from pg_roles where rolname = ${shop.user}) as limits,
      exists (select from pg_database where datname = ${shop.database}) as database`;
  // Utility statements take no parameters; the password is base64url, which needs no quoting.
  if (!found.role) await admin.unsafe(`create role ${shop.user} login password '${shop.password}'`);
  if (String(found.limits) !== String(settings)) {
    for (const [name, value] of Object.entries(LIMITS)) {
      await admin.unsafe(`alter role ${shop.user} set ${name} = '${value}'`);
    }
  }
  if (!found.database) await admin.unsafe(`create database ${shop.database} owner ${shop.user}`);
}
