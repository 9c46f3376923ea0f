import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { connect } from '../../platform/postgres/sql.ts';
import type { Email } from '../../src/model/kernel/email.ts';
import { purchaseStatement } from '../../src/services/orders/place-purchase.ts';
import { idOf, insertCustomers, LINES_EACH } from './customers.ts';
import type { OrderFloorOf } from './jobs.ts';
import { closedLoop, randomFrom } from './load.ts';
import type { RunningShop } from './running-shop.ts';
import { type StockedTool, stockTools } from './stocked-tools.ts';

const AT_ONCE = 10;
/** Enough that few reach their limit of unpaid orders. */
const CUSTOMERS = 30_000;

/** Purchases a second that Postgres takes with only the prepared statement, over ten connections. */
export type OrderFloor = (seconds: number) => Promise<number>;

export async function createOrderFloor(
  shop: RunningShop,
  { tools: spread, lines }: OrderFloorOf,
  pgbench: boolean,
): Promise<OrderFloor> {
  const tools = await stockTools(shop.sql, spread, { added: lines !== undefined });
  const prefix = await insertCustomers(shop.sql, CUSTOMERS);
  const text = floorStatement(prefix, tools, lines ?? 1);
  const run = pgbench ? runPgbench : runDriver;
  return async (seconds) => {
    const before = await countPurchases(shop, prefix);
    const tookSeconds = await run(shop, text, tools.length, seconds);
    return ((await countPurchases(shop, prefix)) - before) / tookSeconds;
  };
}

/** Those that were refused, because their customer has too many, are none. */
async function countPurchases({ sql }: RunningShop, prefix: string): Promise<number> {
  const [row] = await sql`
    select count(*)::int as count from purchase
     where person_id between ${idOf(prefix, 1)}::uuid and ${idOf(prefix, CUSTOMERS)}::uuid`;
  return row?.count ?? 0;
}

/** The shop's statement with variables: `:n` customer, `:t` first tool, `:k` submit key; all else as literals. One line. */
export function floorStatement(prefix: string, tools: readonly StockedTool[], lines: number): string {
  const round = [...tools, ...tools.slice(0, lines - 1)];
  const some = (value: keyof StockedTool, type: string) =>
    `('{${round.map((tool) => tool[value]).join(',')}}'::${type}[])[:t::int : :t::int + ${lines - 1}]`;
  const expressions = new Map<unknown, string>([
    [MARK.person, `('${prefix}' || lpad(:n::text, 12, '0'))::uuid`],
    [MARK.tool, some('id', 'uuid')],
    [MARK.price, some('price', 'int')],
    [MARK.quantity, some('quantity', 'int')],
    [MARK.key, `('bench-' || :n::text || '-' || :k::text)`],
    [MARK.now.toISOString(), 'now()'],
  ]);
  const statement = purchaseStatement(
    {
      clock: () => MARK.now,
      limits: { orders: LINES_EACH, stockPercent: 50 },
      offer: { percent: 30, confirmedOnly: false },
    },
    { id: MARK.person, name: 'Dana Ortiz', email: 'dana@example.com' as Email, network: 'bench' },
    {
      ...{ phone: '5550142200', address: '48 Foundry Lane, Dock 3, Leeds LS9 8AG' },
      lines: [{ toolId: MARK.tool, quantity: MARK.quantity, price: MARK.price }],
    },
    MARK.key,
    Buffer.alloc(32),
  );
  const { sql, params } = statement;
  const oneLine = sql.replace(/--.*/g, '').replace(/\s+/g, ' ');
  return oneLine.replace(/\$(\d+)/g, (_, place: string) => {
    const value = params[Number(place) - 1];
    const [one] = Array.isArray(value) ? value : [value];
    // Nothing waits for a delivery.
    if (one !== value && one === false) return `array_fill(false, array[${lines}])`;
    return expressions.get(one) ?? literal(one);
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
  await writeFile(script, `${draw}${text};\n`);
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
  const numbered = asNumbered(text);
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

/** With `$1`, `$2` and `$3` for `:n`, `:t` and `:k`. */
export const asNumbered = (text: string): string =>
  text.replaceAll(':n::', '$1::').replaceAll(':t::', '$2::').replaceAll(':k::', '$3::');
