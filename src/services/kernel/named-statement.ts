import { is, Placeholder, type Query, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Db, Transaction } from './context.ts';

/** Parsed once per connection, and planned once where the values do not matter; a name has one text. */
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

/** Each connection keeps all that it was asked: only for a statement that has few texts. */
export const namedByText = (statement: SQL): NamedStatement => {
  const query = dialect.sqlToQuery(statement);
  const name = names.get(query.sql) ?? `text-${names.size + 1}`;
  names.set(query.sql, name);
  return { name, ...query };
};

const names = new Map<string, string>();

export async function ask<Row>(db: Db | Transaction, { name, ...query }: NamedStatement): Promise<Row[]> {
  const { rows } = await db._.session.prepareQuery<Asked<Row>>(query, undefined, name, false).execute();
  return rows;
}

/** Builds the SQL once; later calls only fill in values. `write` gets the placeholder of each value. */
export function keepStatement<V extends Readonly<Record<string, unknown>>>(
  name: string,
  write: (value: (name: keyof V & string) => SQL) => SQL,
): (values: V) => NamedStatement {
  const { sql: numbered, params } = dialect.sqlToQuery(write((value) => sql`${sql.placeholder(value)}`));
  const places: unknown[] = [];
  const text = numbered.replace(/\$(\d+)/g, (_, number: string) => {
    const param = params[Number(number) - 1];
    const place = places.findIndex(
      (other) => other === param || (isNamed(other) && isNamed(param) && other.name === param.name),
    );
    return `$${place < 0 ? places.push(param) : place + 1}`;
  });
  return (values) => ({ name, sql: text, params: places.map((it) => (isNamed(it) ? values[it.name] : it)) });
}

const isNamed = (value: unknown): value is Placeholder => is(value, Placeholder);
