import type { ConnectionOptions } from './connection.ts';
import type { Sql } from './sql.ts';

const LIMITS = {
  statement_timeout: '5s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '10s',
  transaction_timeout: '15s',
};

/** Makes the missing role and database; safe to repeat. The role owns the database and is no superuser. */
export async function ensureShopDatabase(admin: Sql, shop: ConnectionOptions): Promise<void> {
  const settings = Object.entries(LIMITS).map(([name, value]) => `${name}=${value}`);
  const [found] = await admin<[{ role: boolean; limits: string[] | null; database: boolean }]>`
    select
      exists (select from pg_roles where rolname = ${shop.user}) as role,
      (select rolconfig from pg_roles where rolname = ${shop.user}) as limits,
      exists (select from pg_database where datname = ${shop.database}) as database`;
  // Utility statements take no parameters; base64url needs no quoting.
  if (!found.role) await admin.unsafe(`create role ${shop.user} login password '${shop.password}'`);
  if (String(found.limits) !== String(settings)) {
    for (const [name, value] of Object.entries(LIMITS)) {
      await admin.unsafe(`alter role ${shop.user} set ${name} = '${value}'`);
    }
  }
  if (!found.database) await admin.unsafe(`create database ${shop.database} owner ${shop.user}`);
}
