import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { breachesQuery } from '#services/reports/invariants.ts';
import type { Sql } from '../../platform/postgres/sql.ts';

export interface OrderSeen {
  readonly id: string;
  readonly state: string;
  readonly purchase: string;
  /** With what waits. Null for a line that was taken out before the payment. */
  readonly held: number | null;
}

// Asked after every step: written once and prepared, in one round trip. The moment that it asks about is put in later.
const MOMENT = new Date(0);
const { sql: TEXT, params: PARAMS } = new PgDialect().sqlToQuery(sql`
  select null as breach, id::text as id, state::text as state, purchase_id::text as purchase,
         case when given_up < quantity then hold_quantity + waiting end as held, seq::int from orders
  union all select name, id, null, null, null, null from (${breachesQuery(MOMENT)}) as breaches`);

/** Where the database's log ends: as long as it stays there, no row has changed. */
export async function endOfLog(client: Sql): Promise<unknown> {
  const [row] = await client.unsafe('select pg_current_wal_insert_lsn() as lsn', [], 'end of the log');
  return row?.lsn;
}

/** All orders as they stand, and the name of a promise that is broken, if one is. */
export async function watch(client: Sql, now: Date): Promise<{ orders: OrderSeen[]; breach: string | undefined }> {
  const params = PARAMS.map((it) => (it === MOMENT.toISOString() ? now.toISOString() : it)) as string[];
  const rows = await client.unsafe(TEXT, params, 'watch');
  const breach = rows.find((row) => row.breach !== null);
  const orders = rows.filter((row) => row.breach === null) as unknown as (OrderSeen & { readonly seq: number })[];
  return { orders: orders.toSorted((one, other) => one.seq - other.seq), breach: breach?.breach };
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `life ${names.size}`;
  names.set(text, name);
  return name;
}

/** The same pool, whose statements are all prepared: a life asks the same ones hundreds of times. */
export function prepared({ pool }: Sql): pg.Pool {
  const asking = <T extends object>(client: T): T =>
    new Proxy(client, {
      get(target, name) {
        const member = Reflect.get(target, name) as (...args: unknown[]) => unknown;
        if (name === 'query')
          return (config: pg.QueryConfig, values: unknown[]) =>
            member.call(
              target,
              values.length === 0 ? config : { ...config, name: config.name ?? nameOf(config.text) },
              values,
            );
        if (name === 'connect') return async () => asking((await member.call(target)) as object);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  return asking(pool);
}
