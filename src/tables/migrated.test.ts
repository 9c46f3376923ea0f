import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { getTableConfig, isPgEnum, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { audit, auditCheck, auditSeal } from '../../platform/audit/audit-tables.ts';
import { job } from '../../platform/jobs/job-table.ts';
import { ownDatabase } from '../../tests/harness/own-database.ts';
import * as schema from './schema.ts';

const sql = await ownDatabase();
const tables = [...Object.values(schema), job, audit, auditCheck, auditSeal].filter((it) =>
  is(it, PgTable),
) as PgTable[];

/** Tables that belong to the machinery of migrations, not to the shop's data. */
const MACHINERY = ['migration'];

test('every table of the database is described, and no other', async () => {
  const there =
    await sql`select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;
  const names = there.map((row) => row.table_name).filter((name) => !MACHINERY.includes(name));
  expect(tables.map((table) => getTableName(table)).toSorted()).toEqual(names.toSorted());
});

test.each(tables.map((table) => ({ table, name: getTableName(table) })))(
  'the columns of $name: names, types, what may be absent, what has a default',
  async ({ table, name }) => {
    const there = await sql`
      select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
             (a.atthasdef or a.attidentity <> '') as filled
        from pg_attribute a where a.attrelid = ${name}::regclass and a.attnum > 0 and not a.attisdropped`;
    const described = Object.values(getTableColumns(table)).map((column) => ({
      name: column.name,
      type: column.getSQLType().replace(/, /g, ','),
      required: column.notNull,
      filled: column.hasDefault || column.generatedIdentity !== undefined || column.generated !== undefined,
    }));
    expect(described.toSorted(byName)).toEqual(there.map((row) => ({ ...row })).toSorted(byName as never));
  },
);

/** The tables of a feature do not know those of the features after it; the database does. */
const REFERENCES_TO_LATER_FEATURES = [{ table: 'stock_move', target: 'orders', columns: ['order_id'] }];

test.each(tables.map((table) => ({ table, name: getTableName(table) })))(
  'the primary key and the references of $name',
  async ({ table, name }) => {
    const there = await sql`
      select c.contype as kind, c.confrelid::regclass::text as target,
             array(select attname::text from unnest(c.conkey) k join pg_attribute on attrelid = c.conrelid and attnum = k order by 1) as columns
        from pg_constraint c where c.conrelid = ${name}::regclass and c.contype in ('p', 'f')`;
    const config = getTableConfig(table);
    const later = REFERENCES_TO_LATER_FEATURES.filter((it) => it.table === name);
    const single = config.columns.filter((column) => column.primary).map((column) => column.name);
    const primary = config.primaryKeys[0]?.columns.map((column) => column.name) ?? single;
    const described = [
      { kind: 'p', target: '-', columns: primary.toSorted() },
      ...config.foreignKeys.map((key) => {
        const { columns, foreignTable } = key.reference();
        return {
          kind: 'f',
          target: getTableName(foreignTable),
          columns: columns.map((column) => column.name).toSorted(),
        };
      }),
      ...later.map(({ target, columns }) => ({ kind: 'f', target, columns })),
    ];
    const text = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted();
    expect(text(described)).toEqual(text(there.map(({ kind, target, columns }) => ({ kind, target, columns }))));
  },
);

test('the enumerations have the same values in the same order', async () => {
  const there = await sql`
    select t.typname as name, array_agg(e.enumlabel::text order by e.enumsortorder) as values
      from pg_type t join pg_enum e on e.enumtypid = t.oid group by t.typname`;
  const described = Object.values(schema)
    .filter((it) => isPgEnum(it))
    .map((it) => ({ name: it.enumName, values: [...it.enumValues] }));
  expect(described.toSorted(byName)).toEqual(there.map((row) => ({ ...row })).toSorted(byName as never));
});

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
