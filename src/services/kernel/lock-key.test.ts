import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ordered, paid } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { regularOf } from '../../../tests/harness/promises.ts';

const shop = await ownShop();
const admin = await shop.person('admin');
const buyer = await regularOf(shop);
const tool = await shop.tool({ available: 1_000 });

async function paidOrder() {
  const order = await ordered(shop, buyer, tool);
  await paid(shop, buyer, order);
  return order;
}

test.each(['refundPurchase', 'shipPurchase', 'addNote'] as const)(
  '%s: one key for two purchases at once is taken for one of them, and refused for the other',
  async (name) => {
    for (let times = 0; times < 4; times += 1) {
      const both = [await paidOrder(), await paidOrder()];
      const headers = { 'idempotency-key': randomUUID() };
      const bodies = {
        refundPurchase: { amount: both[0]?.amount, reason: 'Too late' },
        shipPurchase: {},
        addNote: { text: 'Called' },
      };
      const answers = await Promise.all(
        both.map(({ id }) => shop.call(name, { params: { id }, headers, body: bodies[name] }, admin)),
      );
      const [taken, refused] = answers.toSorted((a, b) => a.status - b.status);
      expect([taken?.status, refused?.status, refused?.body.code]).toEqual([200, 422, 'idempotency_key_reused']);
    }
    expect(shop.troubles).toEqual([]);
  },
);
