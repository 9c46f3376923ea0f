import { is, Placeholder, type Query, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Db, Transaction } from './context.ts';

/**
 * A statement that comes often: each connection has it planned once, under its name. A name has one text, or the driver
 * refuses it. Lists and searches have none: which plan is best depends on what is asked for.
 */
export interface NamedStatement extends Query {
  readonly name: string;
}

interface Asked<Row> {
  readonly execute: { readonly rows: Row[] };
  readonly all: unknown;
  readonly values: unknown;
}

const dialect = new PgDialect();

export const named = (name: string, statement: SQL): NamedStatement => ({ name, ...dialect.sqlToQuery(statement) });

export async function ask<Row>(db: Db | Transaction, { name, ...query }: NamedStatement): Promise<Row[]> {
  const { rows } = await db._.session.prepareQuery<Asked<Row>>(query, undefined, name, false).execute();
  return rows;
}

/**
 * One for which putting it together would cost a part of it: written once, afterwards only its values are filled in. A
 * value that stands in it several times is sent once.
 * @param write gets what stands for the value of a name
 */
export function keepStatement<V extends Readonly<Record<string, unknown>>>(
  name: string,
  write: (value: (name: keyof V & string) => SQL) => SQL,
): (values: V) => NamedStatement {
  const { sql: numbered, params } = dialect.sqlToQuery(write((its) => sql`${sql.placeholder(its)}`));
  const places: unknown[] = [];
  const text = numbered.replace(/\$(\d+)/g, (_, number: string) => {
    const its = params[Number(number) - 1];
    const place = places.findIndex(
      (other) => other === its || (isNamed(other) && isNamed(its) && other.name === its.name),
    );
    return `$${place < 0 ? places.push(its) : place + 1}`;
  });
  return (values) => ({ name, sql: text, params: places.map((it) => (isNamed(it) ? values[it.name] : it)) });
}

const isNamed = (value: unknown): value is Placeholder => is(value, Placeholder);
