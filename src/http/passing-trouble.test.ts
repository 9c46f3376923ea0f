import postgres from 'postgres';
import { expect, test } from 'vitest';
import { ORIGIN, ownShop } from '../../tests/harness/own-shop.ts';
import { freePort } from '../../tests/harness/shop.ts';
import { isPassingTrouble } from './passing-trouble.ts';

const shop = await ownShop();

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
  // All connections of the pool at once, so that each of them has it.
  const impatient = () => shop.sql`select set_config('lock_timeout', '50ms', false), pg_sleep(0.1)`;
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
  const nobody = postgres({ host: '127.0.0.1', port: await freePort(), connect_timeout: 1, max: 1 });
  const error = await nobody`select 1`.catch((thrown: unknown) => thrown);
  await nobody.end({ timeout: 0 });
  expect(isPassingTrouble(new Error('Failed query', { cause: error }))).toBe(true);
  for (const code of ['57P01', '53300', '53100', '40P01', '55P03', '57014'])
    expect(isPassingTrouble(new Error('Failed query', { cause: Object.assign(new Error(), { code }) })), code).toBe(
      true,
    );
  for (const thrown of [new TypeError('x is not a function'), Object.assign(new Error(), { code: '42P01' }), 'text'])
    expect(isPassingTrouble(thrown)).toBe(false);
  expect((await shop.app.request(`${ORIGIN}/tools`)).status).toBe(200);
});
