import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Sql } from 'postgres';
import { breachesQuery } from '#services/kernel/invariants.ts';

export interface OrderSeen {
  readonly id: string;
  readonly state: string;
  readonly held: number;
}

// Asked after every step: written once and prepared, in one round trip. The moment that it asks about is put in later.
const MOMENT = new Date(0);
const { sql: TEXT, params: PARAMS } = new PgDialect().sqlToQuery(sql`
  select null as breach, id::text as id, state::text as state, hold_quantity as held from orders
  union all select name, id, null, null from (${breachesQuery(MOMENT)}) as breaches`);

/** All orders as they stand, and the name of a promise that is broken, if one is. */
export async function watch(client: Sql, now: Date): Promise<{ orders: OrderSeen[]; breach: string | undefined }> {
  const params = PARAMS.map((it) => (it === MOMENT.toISOString() ? now.toISOString() : it)) as string[];
  const rows = await client.unsafe(TEXT, params, { prepare: true });
  const breach = rows.find((row) => row.breach !== null);
  return { orders: rows.filter((row) => row.breach === null) as unknown as OrderSeen[], breach: breach?.breach };
}

/** The same pool, whose statements are all prepared: a life asks the same ones hundreds of times. */
export function prepared(client: Sql): Sql {
  return new Proxy(client, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (name === 'unsafe')
        return (text: string, params: never[] = [], options: object = {}) =>
          target.unsafe(text, params, params.length === 0 ? options : { ...options, prepare: true });
      if (name === 'begin' || name === 'savepoint')
        return (...given: unknown[]) => {
          const work = given.pop() as (tx: Sql) => unknown;
          return (member as (...args: unknown[]) => unknown).call(target, ...given, (tx: Sql) => work(prepared(tx)));
        };
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
