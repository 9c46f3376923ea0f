import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFileStore } from '#outside/images/file-store.ts';
import type { PicturePath } from '#outside/images/pictures.ts';
import { connect } from '#platform/postgres/sql.ts';
import { freePort } from '../../scripts/free-port.ts';
import { ownDisk } from '../../tests/harness/own-disk.ts';
import { ORIGIN, ownShop } from '../../tests/harness/own-shop.ts';
import { isPassingTrouble } from './answer-trouble.ts';

const shop = await ownShop();
const disk = await ownDisk(8);

test('an order that another transaction keeps for too long is answered 503, is not changed, and goes through after', async () => {
  const buyer = await shop.person();
  const tool = await shop.tool();
  const order = {
    phone: '5550142200',
    address: '1 Main Street',
    quantity: tool.minQuantity,
    tools_price: tool.price,
    tools_id: tool.id,
  };
  // All connections of the pool at once, for long enough that none serves two, so that each of them has it.
  const impatient = () => shop.sql`select set_config('lock_timeout', '50ms', false), pg_sleep(1)`;
  await Promise.all(Array.from({ length: 10 }, impatient));
  const place = () => shop.call('placeOrder', { body: order }, buyer);
  let release = () => {};
  const holding = shop.sql.begin(async (sql) => {
    await sql`select from tool where id = ${tool.id} for update`;
    await new Promise<void>((done) => {
      release = done;
    });
  });
  const met = await place();
  release();
  await holding;
  expect(met).toMatchObject({ status: 503, body: { code: 'busy' } });
  expect(met.headers.get('retry-after')).toBe('2');
  expect((await place()).status).toBe(200);
});

test('a server that is not there, is full or shuts down is passing trouble; a fault of the program is not', async () => {
  const nobody = connect(
    { ...shop.sql.options.place, host: '127.0.0.1', port: await freePort() },
    { max: 1, log: () => {} },
  );
  const error = await nobody`select 1`.catch((thrown: unknown) => thrown);
  await nobody.end({ timeout: 0 });
  expect(isPassingTrouble(new Error('Failed query', { cause: error }))).toBe(true);
  for (const code of ['57P01', '53300', '53100', '40P01', '55P03', '57014'])
    expect(isPassingTrouble(new Error('Failed query', { cause: Object.assign(new Error(), { code }) })), code).toBe(
      true,
    );
  expect(isPassingTrouble(Object.assign(new Error('the request socket timed out'), { name: 'TimeoutError' }))).toBe(
    true,
  );
  for (const thrown of [new TypeError('x is not a function'), Object.assign(new Error(), { code: '42P01' }), 'text'])
    expect(isPassingTrouble(thrown)).toBe(false);
  expect((await shop.app.request(`${ORIGIN}/tools`)).status).toBe(200);
});

test.runIf(disk.real)(
  'a disk that has no room for a picture is passing trouble, and leaves nothing behind',
  async () => {
    const store = createFileStore(join(disk.folder, 'images'));
    const path = `${'a'.repeat(32)}/320.webp` as PicturePath;
    const keep = () => store.put(path, Buffer.alloc(100_000, 1));
    await disk.fill(0);
    expect(isPassingTrouble(await keep().catch((thrown: unknown) => thrown))).toBe(true);
    expect(await store.has(path)).toBe(false);
    await disk.free();
    await keep();
    expect(await store.has(path)).toBe(true);
  },
);
