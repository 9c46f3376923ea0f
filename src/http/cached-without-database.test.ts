import { expect, test, vi } from 'vitest';
import { cachingShop } from '../../tests/harness/caching-shop.ts';
import { databaseProxy, placeOf } from '../../tests/harness/database-proxy.ts';
import { ownShop } from '../../tests/harness/own-shop.ts';

const shop = await ownShop();

test.each(['closes', 'freezes'] as const)(
  'behind a proxy of the database that %s, what is cached is shown on, and is made anew afterwards',
  async (mode) => {
    const proxy = await databaseProxy(placeOf(shop.sql));
    const far = await cachingShop(shop.context, shop.sql, { place: proxy.connection });
    const [tool, other] = [await shop.tool(), await shop.tool()];
    const addresses = [`/tools/${tool.id}`, '/review', '/tools?sort=name'];
    for (const address of addresses) await far.get(address);
    proxy.set(mode);
    for (const address of addresses) {
      const old = await far.get(address);
      const truth = await shop.app.request(`http://shop.test${address}`);
      expect([old.status, old.text]).toEqual([200, await truth.text()]);
    }
    expect((await far.get(`/tools/${other.id}`)).status).toBe(503);
    await shop.sql`update tool set price = 99 where id = ${tool.id}`;
    expect(JSON.parse((await far.get(`/tools/${tool.id}`)).text).price).toBe(10);
    proxy.set('passes');
    await vi.waitFor(async () => expect(JSON.parse((await far.get(`/tools/${tool.id}`)).text).price).toBe(99), 15_000);
    // After the first new answer no old one is given.
    expect(JSON.parse((await far.get(`/tools/${tool.id}`)).text).price).toBe(99);
  },
  60_000,
);
