import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Context } from '#services/kernel/context.ts';
import { ownShop } from '../../tests/harness/own-shop.ts';
import { healthRoutes } from './health.ts';

const shop = await ownShop();

test('a question that is lost does not keep readiness waiting, and the next one is asked anew', async () => {
  let lost = true;
  let asked = 0;
  const execute = (query: never) => {
    asked += 1;
    return lost ? new Promise(() => {}) : shop.context.db.execute(query);
  };
  const context = { ...shop.context, log: pino({ level: 'silent' }), db: { execute } as unknown as Context['db'] };
  const app = healthRoutes(context, 20);
  const ready = () => Promise.resolve(app.request('/readyz')).then(({ status }) => status);
  expect(await Promise.all([ready(), ready(), ready()])).toEqual([503, 503, 503]);
  expect(asked).toBe(1);
  expect(await ready()).toBe(503);
  expect((await app.request('/healthz')).status).toBe(200);
  lost = false;
  await expect.poll(ready, { timeout: 15_000 }).toBe(200);
});
