import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';
import { writeInvoices } from '#services/orders/papers/write-invoices.ts';
import { ownShop } from '../harness/own-shop.ts';
import { paidPurchase } from '../harness/paid-purchase.ts';
import { findings } from '../harness/purchases.ts';

const KILLS = import.meta.env.MODE === 'night' ? 200 : 20;
const LOCK = 4242;
const PROGRAM = fileURLToPath(new URL('./write-invoices-once.ts', import.meta.url));

test('killed between the counter and its documents, the numbers have no gap and none comes twice', async () => {
  const shop = await ownShop();
  const { sql } = shop;
  const tool = await shop.tool({ available: 1_000_000 });
  await sql`create table stop_at (place int)`;
  await sql`insert into stop_at values (0)`;
  await sql`create function stop_here() returns trigger language plpgsql as $$ begin
    if new.number % 3 = (select place from stop_at) then perform pg_advisory_xact_lock(4242); end if; return new; end $$`;
  await sql`create trigger stop_here before insert on document for each row execute function stop_here()`;
  const [{ database } = {}] = await sql`select current_database() as database`;
  const target = JSON.stringify({ ...inject('admin'), database });
  const standing = async () =>
    (
      await sql`select (select coalesce(sum(next - 1), 0)::int from document_series) as counted, (select count(*)::int from document) as documents`
    )[0];
  const stopped = async () =>
    (
      await sql`select count(*)::int as waiting from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`
    )[0]?.waiting;

  for (let kill = 0; kill < KILLS; kill += 1) {
    for (let more = 0; more < (kill === 0 ? 6 : 1); more += 1) await paidPurchase(shop, [{ tool, quantity: 5 }]);
    await sql`update stop_at set place = ${kill % 3}`;
    const before = await standing();
    await sql.alone(async (holder) => {
      await holder`select pg_advisory_lock(${LOCK})`;
      const child = spawn(process.execPath, [PROGRAM, target], { stdio: 'inherit' });
      await expect.poll(stopped, { timeout: 30_000 }).toBe(1);
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      expect(await gone).toEqual([null, 'SIGKILL']);
    });
    // Waits for the killed one's connection to be ended, and writes one of what is due.
    await sql`update stop_at set place = -1`;
    expect(await writeInvoices(shop.context, 1)).toBe(1);
    expect(await standing()).toEqual({ counted: before?.counted + 1, documents: before?.documents + 1 });
  }
  await shop.work();
  const numbers = (await sql`select number::int from document order by number`).map(({ number }) => number);
  expect(numbers).toEqual(Array.from({ length: KILLS + 5 }, (_, place) => place + 1));
  expect(await findings(shop)).toEqual([]);
}, 600_000);
