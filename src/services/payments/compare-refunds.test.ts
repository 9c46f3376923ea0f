import { describe, expect, test } from 'vitest';
import { toCents } from '#model/kernel/money.ts';
import { failure, success } from '#model/kernel/outcome.ts';
import type { Payments } from '#outside/payments/payments.ts';
import type { Page, Range, Refund } from '#outside/payments/provider.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { paidPurchase } from '../../../tests/harness/paid-purchase.ts';
import { comparePayments } from './compare-payments.ts';

const shop = await ownShop();
const DAY = 86_400_000;

const refund = (id: string, its: Partial<Refund> = {}): Refund => ({
  ...{ id, amount: toCents(100), status: 'succeeded', paymentId: `pi_of_${id}` },
  ...its,
});

/** Compares with a provider that shows these pages of refunds. Answers what it was asked, of which payments, and the log. */
const compared = (...pages: (Page<Refund> | 'unreachable')[]) => comparedWith([], ...pages);

/** @param theirs the refunds of each payment, where it is asked for by itself */
async function comparedWith(theirs: readonly Refund[], ...pages: (Page<Refund> | 'unreachable')[]) {
  const asked: Range[] = [];
  const lookedInto: string[] = [];
  const logged: object[] = [];
  const log = (line: object, message: string) => void logged.push({ ...line, message });
  const payments: Payments = {
    ...shop.context.payments,
    listPayments: async () => success({ items: [], hasMore: false }),
    listAllRefunds: async (range) => {
      asked.push(range);
      const page = pages[asked.length - 1] ?? { items: [], hasMore: false };
      return page === 'unreachable' ? failure({ code: page, message: 'Later' }) : success(page);
    },
    listRefunds: async (id) => {
      lookedInto.push(id);
      if (id.endsWith('broken')) throw new Error('As the test says');
      return success([...theirs]);
    },
  };
  const logs = { warn: log, error: log } as unknown as typeof shop.context.log;
  await comparePayments({ ...shop.context, payments, log: logs });
  return { asked, lookedInto, logged };
}

describe('the list of all refunds', () => {
  test('is read since 30 days, page by page to its end', async () => {
    const since = new Date(shop.context.clock().getTime() - 30 * DAY);
    const pages = [[refund('a'), refund('b')], [refund('c')]];
    const { asked, lookedInto } = await compared(...pages.map((items) => ({ items, hasMore: items.length > 1 })));
    expect(asked).toStrictEqual([{ since }, { since, startingAfter: 'b' }]);
    expect(lookedInto).toEqual(['pi_of_a', 'pi_of_b', 'pi_of_c']);
  });

  test('ends with a page that is empty, whatever it says of more', async () => {
    expect((await compared({ items: [], hasMore: true })).asked).toHaveLength(1);
  });

  test('ends without an answer, which is logged', async () => {
    const { asked, lookedInto, logged } = await compared({ items: [refund('a')], hasMore: true }, 'unreachable');
    expect([asked.length, lookedInto]).toEqual([2, ['pi_of_a']]);
    expect(logged).toEqual([{ code: 'unreachable', message: 'refunds could not be listed' }]);
  });

  test('leads to each payment once whose money went back and is not known to have', async () => {
    const { id } = await paidPurchase(shop, [{ tool: await shop.tool({ minQuantity: 1 }), quantity: 10 }]);
    for (const [no, state] of ['succeeded', 'by_hand', 'failed', 'sent'].entries())
      await shop.sql`insert into refund (purchase_id, attempt, no, amount_cents, state, tries, provider_refund_id)
        values (${id}, 1, ${no + 1}, 100, ${state}, 1, ${`re_${state}`})`;
    const of = (name: string) => ({ paymentId: `pi_of_${name}` });
    const items = [
      ...[refund('re_succeeded'), refund('re_by_hand'), refund('re_failed'), refund('re_sent')],
      ...[refund('new', of('one')), refund('newer', of('one')), refund('broken'), refund('behind')],
      ...[
        refund('later', { status: 'pending' }),
        refund('none', { status: 'failed' }),
        refund('unnamed', { paymentId: null }),
      ],
    ];
    const { lookedInto, logged } = await compared({ items, hasMore: false });
    expect(lookedInto).toEqual(['pi_of_re_sent', 'pi_of_one', 'pi_of_broken', 'pi_of_behind']);
    expect(logged).toEqual([
      { err: expect.any(Error), intent: 'pi_of_broken', message: 'refunds could not be compared' },
    ]);
  });

  test('is compared with what the shop counts as given back: less than that, or nothing, is told', async () => {
    const { id, intentId } = await paidPurchase(shop, [{ tool: await shop.tool({ minQuantity: 1 }), quantity: 10 }]);
    const before = shop.context.clock().toISOString();
    for (const [no, name] of ['there', 'less', 'gone'].entries())
      await shop.sql`insert into refund (purchase_id, attempt, no, amount_cents, state, provider_refund_id, sent_at, ended_at)
        values (${id}, 1, ${no + 1}, 100, 'succeeded', ${name}, ${before}, ${before})`;
    shop.passTime(1_000);
    const items = [refund('there'), refund('less', { amount: toCents(99) })].map((it) => ({
      ...it,
      paymentId: intentId,
    }));
    const { lookedInto, logged } = await comparedWith(items, { items, hasMore: false });
    expect(lookedInto).toEqual([intentId]);
    const message = 'the provider does not show money that was given back';
    const told = { intent: intentId, refund: expect.any(String), cents: 100, message };
    expect(logged).toEqual([told, told]);
    await shop.sql`update refund set ended_at = sent_at + interval '1 hour' where purchase_id = ${id}`;
    expect((await comparedWith(items, { items, hasMore: false })).logged).toEqual([]);
    await shop.sql`delete from refund where purchase_id = ${id}`;
  });
});

test('of a payment that their list does not show, refunds are asked for where its provider has no list of them', async () => {
  const seen = async (provider: 'stripe' | 'paypal') => {
    const { id, intentId } = await paidPurchase(shop, [{ tool: await shop.tool({ minQuantity: 1 }), quantity: 10 }]);
    await shop.sql`update payment set provider = ${provider} where order_id = ${id}`;
    return intentId;
  };
  const [card, paypal] = [await seen('stripe'), await seen('paypal')];
  const { lookedInto } = await compared();
  expect([lookedInto.includes(card), lookedInto.includes(paypal)]).toEqual([false, true]);
});
