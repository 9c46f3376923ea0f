import { expect, test } from 'vitest';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { Order, OrderState } from '#model/orders/order.ts';
import { LOOKS, watchOrder } from './watch-order.ts';

const orderIn = (state: OrderState) => success({ state } as Order);

test('answers the order as soon as it is paid, and looks no more', async () => {
  const watch = watching([orderIn('unpaid'), orderIn('unpaid'), orderIn('paid'), orderIn('shipped')]);
  expect(await watch.result).toMatchObject({ state: 'paid' });
  expect(watch.looks()).toBe(3);
});

test.each(['cancelled', 'refund_due', 'refunded', 'review'] as const)(
  'an order that became %s is settled',
  async (state) => {
    expect(await watching([orderIn('cancelling'), orderIn('expiring'), orderIn(state)]).result).toMatchObject({
      state,
    });
  },
);

test('a look that fails is not the end', async () => {
  expect(await watching([failure('unreachable'), failure('unreachable'), orderIn('paid')]).result).toMatchObject({
    state: 'paid',
  });
});

test('gives up after a bounded time of at most two minutes', async () => {
  const watch = watching([orderIn('unpaid')]);
  expect(await watch.result).toBeUndefined();
  expect(watch.looks()).toBe(LOOKS.length);
  expect(watch.waited()).toBeLessThanOrEqual(120_000);
});

test('asks every three seconds once it takes longer than the first few', () => {
  expect(LOOKS.slice(0, 7)).toEqual([0, 300, 700, 1000, 1000, 2000, 2000]);
  expect(new Set(LOOKS.slice(7))).toEqual(new Set([3000]));
});

test('ends when the provider says that nothing was charged, and asks it not at once', async () => {
  let asked = 0;
  const read = async () => orderIn('unpaid');
  const payable = async () => {
    asked += 1;
    return asked === 2;
  };
  const signal = new AbortController().signal;
  expect(await watchOrder({ read, payable, signal, wait: async () => {}, looks: [0, 1000, 1000, 5000] })).toBe(
    'payable',
  );
  expect(asked).toBe(2);
});

test('stops looking when the page is left', async () => {
  const stop = new AbortController();
  const watch = watching([orderIn('unpaid')], stop.signal, (looks) => looks === 2 && stop.abort());
  expect(await watch.result).toBeUndefined();
  expect(watch.looks()).toBe(2);
});

/** Watches an order that answers like this, the last answer for ever, by a clock that does not take time. */
function watching(
  answers: Outcome<Order, string>[],
  signal = new AbortController().signal,
  onLook: (looks: number) => unknown = () => undefined,
) {
  let looks = 0;
  let waited = 0;
  const result = watchOrder({
    signal,
    wait: async (ms) => {
      waited += ms;
    },
    read: async () => {
      const answer = answers[Math.min(looks, answers.length - 1)] as Outcome<Order, string>;
      looks++;
      onLook(looks);
      return answer;
    },
  });
  return { result, looks: () => looks, waited: () => waited };
}
