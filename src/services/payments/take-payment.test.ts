import { beforeEach, describe, expect, test } from 'vitest';
import { failure, success } from '#model/kernel/outcome.ts';
import type { Payments } from '#outside/payments/payments.ts';
import type { ProviderPayment } from '#outside/payments/provider.ts';
import { ordered } from '../../../tests/harness/own-payments.ts';
import { payPalOf } from '../../../tests/harness/own-paypal.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { takePayment } from './take-payment.ts';

const shop = await ownShop();
const paypal = await payPalOf(shop);
const tool = await shop.tool({ price: 50, available: 1_000 });
const HOUR = 3_600_000;

let id = '';
let its: ProviderPayment;
/** An order whose payment is approved at PayPal and is to be taken. */
beforeEach(async () => {
  const buyer = await shop.person();
  const order = await ordered(shop, buyer, tool);
  id = order.id;
  its = await paypal.look(await paypal.approved(buyer, order));
});

const captured = () => ({ ...its, status: 'captured' as const, amountReceived: its.amount });
const shows = (status: ProviderPayment['status']) => async () => success({ ...its, status });
const fails = (code: 'refused' | 'unreachable' | 'not-found' | 'declined' | 'paid-before') => async () =>
  failure({ code, message: 'As the test says' });

/** Takes it, by a provider that answers so. Answers what the job hears, what was asked, and how the payment stands. */
async function taken(answers: { look?: unknown; take?: unknown }, attempts = 1) {
  const asked: unknown[][] = [];
  const answer =
    (name: 'look' | 'take') =>
    (...of: unknown[]) => {
      asked.push([name, ...of]);
      const how = answers[name];
      if (typeof how !== 'function') throw new Error(`${name} is not to be asked`);
      return how();
    };
  const asking = { ...shop.context.payments, look: answer('look'), take: answer('take') } as unknown as Payments;
  const heard = await takePayment({ ...shop.context, payments: asking }, { orderId: id, attempt: 1 }, {
    key: 'take-key',
    attempts,
  } as Parameters<typeof takePayment>[2]);
  const [row] = await shop.sql`
    select payment.state as payment, purchase.state as purchase from payment join purchase on purchase.id = order_id where purchase.id = ${id}`;
  return { heard, asked: asked.map(([name]) => name), of: asked.map((it) => it.slice(1)), ...row };
}
const under = { payment: 'capturing', purchase: 'unpaid' };
const ended = { heard: undefined, payment: 'cancelled', purchase: 'unpaid' };

describe('the first time it is asked for at once, by its key', () => {
  test('and the order is paid', async () => {
    expect(await taken({ take: async () => success(captured()) })).toMatchObject({
      ...{ heard: undefined, asked: ['take'], of: [[its.id, 'take-key']] },
      ...{ payment: 'succeeded', purchase: 'paid' },
    });
  });

  test('and waited for while PayPal does not have the money yet', async () => {
    expect(await taken({ take: shows('processing') })).toMatchObject({ heard: { waits: 'pending' }, ...under });
  });

  test('and what waits for its buyer again was declined', async () => {
    expect(await taken({ take: shows('awaiting_buyer') })).toMatchObject(ended);
  });

  test.each(['refused', 'unreachable'] as const)('and tried again where it is %s', async (code) => {
    const before = shop.troubles.length;
    expect(await taken({ take: fails(code) })).toMatchObject({ heard: code, asked: ['take'], ...under });
    expect(shop.troubles.slice(before)).toEqual([expect.stringContaining(`"code":"${code}"`)]);
  });
});

describe('declined, it is looked at', () => {
  const take = fails('declined');

  test('and ends where it is still only approved', async () => {
    expect(await taken({ take, look: shows('approved') })).toMatchObject({ asked: ['take', 'look'], ...ended });
  });

  test('and pays where its money has come all the same', async () => {
    const look = async () => success(captured());
    expect(await taken({ take, look })).toMatchObject({ heard: undefined, purchase: 'paid' });
  });

  test('and stays as it is without an answer', async () => {
    expect(await taken({ take, look: fails('unreachable') })).toMatchObject({ heard: 'unreachable', ...under });
  });
});

describe('not known to PayPal, it is looked at', () => {
  const take = fails('not-found');

  test.each([1, 2])('and ends where it is not known then either: it was not taken (try %i)', async (attempts) => {
    const its = await taken({ take, look: fails('not-found') }, attempts);
    expect(its).toMatchObject({ ...ended });
    expect(its.asked.slice(-2)).toEqual(['take', 'look']);
  });

  test('and stays as it is where it is known after all, or without an answer', async () => {
    expect(await taken({ take, look: shows('approved') })).toMatchObject({ heard: 'not-found', ...under });
    expect(await taken({ take, look: fails('unreachable') })).toMatchObject({ heard: 'unreachable', ...under });
  });

  test('and pays where its money has come', async () => {
    expect(await taken({ take, look: async () => success(captured()) })).toMatchObject({ purchase: 'paid' });
  });
});

describe('paid before, it is looked at', () => {
  const take = fails('paid-before');

  test('and put aside where it is still only approved', async () => {
    const its = { heard: undefined, payment: 'cancelled', purchase: 'review' };
    expect(await taken({ take, look: shows('approved') })).toMatchObject({ asked: ['take', 'look'], ...its });
  });

  test('and pays where its own money has come', async () => {
    expect(await taken({ take, look: async () => success(captured()) })).toMatchObject({ purchase: 'paid' });
  });
});

describe('every other time it is looked at first', () => {
  test('and not asked for again where it was taken', async () => {
    const look = async () => success(captured());
    expect(await taken({ look }, 2)).toMatchObject({ heard: undefined, asked: ['look'], purchase: 'paid' });
  });

  test('and asked for where it was not', async () => {
    const take = async () => success(captured());
    const its = { asked: ['look', 'take'], purchase: 'paid' };
    expect(await taken({ look: shows('approved'), take }, 2)).toMatchObject(its);
  });

  test('also where PayPal does not know it, as that says it better', async () => {
    expect(await taken({ look: fails('not-found'), take: fails('refused') }, 2)).toMatchObject({ heard: 'refused' });
  });

  test('and stays as it is without an answer, and is not asked for', async () => {
    expect(await taken({ look: fails('unreachable') }, 2)).toMatchObject({ heard: 'unreachable', ...under });
  });

  test('and ends after five hours, when no call is under way and it was not taken', async () => {
    shop.passTime(5 * HOUR);
    const take = fails('unreachable');
    expect(await taken({ look: shows('approved'), take }, 2)).toMatchObject({ asked: ['look', 'take'], ...under });
    shop.passTime(1);
    expect(await taken({ look: shows('approved') }, 2)).toMatchObject({ asked: ['look'], ...ended });
  });
});

test('what is not being taken, or is not there, is left alone', async () => {
  await shop.sql`update payment set state = 'open' where order_id = ${id}`;
  expect(await taken({})).toMatchObject({ heard: undefined, asked: [], payment: 'open' });
  await shop.sql`delete from payment where order_id = ${id}`;
  expect(await taken({})).toMatchObject({ heard: undefined, asked: [] });
});
