import process from 'node:process';
import { drizzle } from 'drizzle-orm/node-postgres';
import { connect } from '../../platform/postgres/sql.ts';
import { writeInvoices } from '../../src/services/orders/papers/write-invoices.ts';
import * as schema from '../../src/tables/schema.ts';

// A program: writes the invoices of the database that its argument names, to be killed meanwhile.
const sql = connect(JSON.parse(process.argv[2] ?? ''), { max: 1, log: () => {} });
const shop = { name: 'Toolyard', origin: 'http://shop.test', contactEmail: 'sales@example.com' };
await writeInvoices({ db: drizzle(sql.pool, { schema }), shop }, 5);
await sql.end();
