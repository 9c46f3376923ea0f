import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { connect } from '../../platform/postgres/sql.ts';
import type { Email } from '../../src/model/kernel/email.ts';
import { purchaseStatement } from '../../src/services/orders/place-purchase.ts';
import { insertCustomers } from './customers.ts';
import { closedLoop, randomFrom } from './load.ts';
import type { RunningShop } from './running-shop.ts';
import { type StockedTool, stockTools } from './stocked-tools.ts';

const AT_ONCE = 10;
/** Enough that few reach their limit of unpaid orders. */
const CUSTOMERS = 30_000;

/** Orders a second that Postgres takes with only the prepared statement, over ten connections. */
export type OrderFloor = (seconds: number) => Promise<number>;

export async function createOrderFloor(shop: RunningShop, spread: number, pgbench: boolean): Promise<OrderFloor> {
  const tools = await stockTools(shop.sql, spread);
  const text = statementFor(await insertCustomers(shop.sql, CUSTOMERS), tools);
  const run = pgbench ? runPgbench : runDriver;
  return async (seconds) => {
    const before = await countOrders(shop);
    const tookSeconds = await run(shop, text, tools.length, seconds);
    return ((await countOrders(shop)) - before) / tookSeconds;
  };
}

async function countOrders({ sql }: RunningShop): Promise<number> {
  const [row] = await sql`select coalesce(max(seq), 0) as count from orders`;
  return row?.count ?? 0;
}

/** The shop's statement with variables: `:n` customer, `:t` tool, `:k` submit key; all else as literals. */
function statementFor(prefix: string, tools: readonly StockedTool[]): string {
  const oneOf = (values: readonly (string | number)[], type: string) => `('{${values.join(',')}}'::${type}[])[:t::int]`;
  const expressions = new Map<unknown, string>([
    [MARK.person, `('${prefix}' || lpad(:n::text, 12, '0'))::uuid`],
    [
      MARK.tool,
      oneOf(
        tools.map(({ id }) => id),
        'uuid',
      ),
    ],
    [
      MARK.price,
      oneOf(
        tools.map((it) => it.price),
        'int',
      ),
    ],
    [
      MARK.quantity,
      oneOf(
        tools.map((it) => it.quantity),
        'int',
      ),
    ],
    [MARK.key, `('bench-' || :n::text || '-' || :k::text)`],
    [MARK.now.toISOString(), 'now()'],
  ]);
  const statement = purchaseStatement(
    { clock: () => MARK.now, limits: { orders: 10, stockPercent: 50 }, offer: { percent: 30, confirmedOnly: false } },
    { id: MARK.person, name: 'Dana Ortiz', email: 'dana@example.com' as Email, network: 'bench' },
    {
      ...{ phone: '5550142200', address: '48 Foundry Lane, Dock 3, Leeds LS9 8AG' },
      lines: [{ toolId: MARK.tool, quantity: MARK.quantity, price: MARK.price }],
    },
    MARK.key,
    Buffer.alloc(32),
  );
  const { sql, params } = statement;
  return sql.replace(/\$(\d+)/g, (_, place: string) => {
    const value = params[Number(place) - 1];
    const written = (one: unknown) => expressions.get(one) ?? literal(one);
    return Array.isArray(value) ? `array[${value.map(written).join()}]` : written(value);
  });
}

const MARK = {
  person: 'the person',
  tool: 'the tool',
  key: 'the key',
  price: 111_111,
  quantity: 222_222,
  now: new Date('2001-02-03T04:05:06Z'),
};

function literal(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return String(value);
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'::bytea`;
  return `'${String(value).replaceAll("'", "''")}'`;
}

async function runPgbench({ connection }: RunningShop, text: string, tools: number, seconds: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-pgbench-'));
  const script = join(folder, 'order.sql');
  // No two clients use a customer at once: one of them would have to retry.
  const draw = `\\set n 1 + :client_id + ${AT_ONCE} * random(0, ${CUSTOMERS / AT_ONCE - 1})\n\\set t random(1, ${tools})\n\\set k random(1, 1000000000)\n`;
  await writeFile(script, `${draw}${text.replace(/\s+/g, ' ')};\n`);
  const { host, port, user, database, password } = connection;
  const whole = String(Math.max(1, Math.round(seconds)));
  const place = ['-h', host, '-p', String(port), '-U', user, '-f', script];
  const args = ['-n', '-M', 'prepared', '-c', String(AT_ONCE), '-T', whole, ...place, database];
  const child = spawn('pgbench', args, { env: { PATH: process.env.PATH, PGPASSWORD: password } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  await rm(folder, { recursive: true });
  const [, count] = /actually processed: (\d+)/.exec(output) ?? [];
  const [, rate] = /^tps = ([\d.]+)/m.exec(output) ?? [];
  if (code !== 0 || !count || !rate) throw new Error(`pgbench failed: ${output}`);
  return Number(count) / Number(rate);
}

async function runDriver({ connection }: RunningShop, text: string, tools: number, seconds: number): Promise<number> {
  const sql = connect(connection, { max: AT_ONCE, log: () => {} });
  const numbered = text.replaceAll(':n::', '$1::').replaceAll(':t::', '$2::').replaceAll(':k::', '$3::');
  const random = randomFrom(Date.now() % 1_000_000);
  const below = (most: number) => 1 + Math.floor(random() * most);
  let next = below(CUSTOMERS);
  const order = async () => {
    next += 1;
    const values = [String(1 + (next % CUSTOMERS)), below(tools), String(below(1_000_000_000))];
    await sql.unsafe(numbered, values, 'order');
    return true;
  };
  const measured = await closedLoop(order, AT_ONCE, seconds);
  await sql.end({ timeout: 1 });
  return measured.seconds;
}
