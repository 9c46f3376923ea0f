import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { toCents } from '#model/kernel/money.ts';
import type { Refund } from '#outside/payments/provider.ts';
import { payment } from '#tables/payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { paidPurchase } from '../../../tests/harness/paid-purchase.ts';
import { listRefunds } from './list-refunds.ts';
import { noteRefunds } from './note-refunds.ts';
import { planRefund, type RefundRow, refundsOf } from './refund-rows.ts';

const shop = await ownShop();
const { db } = shop.context;

/** A row of the shop: its state, cents, and the id at the provider. */
type Ours = readonly [state: RefundRow['state'], cents: number, id?: string];
/** What the provider lists: its id, cents, state, and which row of ours it is for, from 1. */
type Theirs = readonly [id: string, cents: number, status?: Refund['status'], row?: number];

/** $70 that are paid, with these rows; what they are once the provider's list is known. */
async function noted(ours: readonly Ours[], theirs: readonly Theirs[], refused?: number) {
  const tool = await shop.tool({ available: 10, price: 10, minQuantity: 1 });
  const { id, intentId } = await paidPurchase(shop, [{ tool, quantity: 10 }]);
  const within = db.transaction(async (tx) => {
    const [of] = await tx.select().from(payment).where(eq(payment.intentId, intentId));
    if (!of) throw new Error('not paid');
    for (const [state, amountCents, at] of ours) {
      const its = { amountCents, ...(state !== 'failed' && { state }) };
      await planRefund(tx, of, { ...its, ...(at && { providerRefundId: `${at} ${id}` }) });
    }
    return refundsOf(tx, of);
  });
  const ids = (await within).map((row) => row.id);
  const sent = ours.flatMap(([state], at) => (state === 'sent' || state === 'failed' ? [ids[at] as string] : []));
  await shop.sql`update refund set sent_at = now() where id = any(${sent}::uuid[])`;
  const failed = ours.flatMap(([state], at) => (state === 'failed' ? [ids[at] as string] : []));
  await shop.sql`update refund set state = 'failed', ended_at = now() where id = any(${failed}::uuid[])`;
  await shop.sql`
    update payment set refunded_cents = (select coalesce(sum(amount_cents), 0) from refund
      where purchase_id = ${id} and state <> 'failed') where order_id = ${id}`;
  const list = theirs.map(([at, amount, status = 'succeeded', row]) => ({
    ...{ id: `${at} ${id}`, amount: toCents(amount), status, paymentId: intentId },
    ...(row !== undefined && { refundId: ids[row - 1] as string }),
  })) satisfies Refund[];
  const end = await listing(intentId, { ok: true, value: list }, refused === undefined ? undefined : ids[refused - 1]);
  return { ...(await stateOf(id)), end };
}

const listing = (intentId: string, answer: object, refused?: string) =>
  noteRefunds(
    { ...shop.context, payments: { ...shop.context.payments, listRefunds: async () => answer as never } },
    intentId,
    { refused },
  );

async function stateOf(id: string) {
  const rows = await shop.sql`
    select it.no, it.state::text, it.amount_cents as cents, split_part(it.provider_refund_id, ' ', 1) as at,
           earlier.no as replaces, it.ended_at is not null as ended
      from refund it left join refund earlier on earlier.id = it.replaces where it.purchase_id = ${id} order by it.no`;
  const [of] = await shop.sql`
    select purchase.state::text, review_reason as why, refunded_cents as back from purchase
      join payment on order_id = purchase.id where purchase.id = ${id}`;
  const audit = await shop.sql`
    select action, meta from audit where target = ${id} and action like any (array['payment.refunded%', 'order.refund%'])
     order by id`;
  return {
    rows: rows.map(({ state, cents, at, replaces }) => [state, Number(cents), at, replaces]),
    ended: rows.map(({ ended }) => ended),
    purchase: [of?.state, of?.why, Number(of?.back)],
    audit: audit.map(({ action, meta }) => [action, meta.no]),
  };
}

describe('what is listed at the provider and was made there', () => {
  test('is written down once, beside what is due and has room', async () => {
    const { rows, end, audit, purchase } = await noted([['due', 2_000]], [['theirs', 5_000]]);
    expect(rows).toEqual([
      ['due', 2_000, null, null],
      ['by_hand', 5_000, 'theirs', null],
    ]);
    expect([end, audit, purchase]).toEqual([
      undefined,
      [
        ['payment.refunded_elsewhere', 2],
        ['order.refund_due', undefined],
        ['payment.refunded', 2],
      ],
      ['refund_due', null, 7_000],
    ]);
  });

  test('what is due gives way, the first first and no more than must, and what is left of it is due again', async () => {
    const { rows, ended, end } = await noted(
      [
        ['due', 1_000],
        ['due', 2_000],
      ],
      [['theirs', 4_500]],
    );
    expect(rows).toEqual([
      ['failed', 1_000, null, null],
      ['due', 2_000, null, null],
      ['by_hand', 4_500, 'theirs', null],
      ['due', 500, null, 1],
    ]);
    expect([ended, end]).toEqual([[true, false, true, false], undefined]);
  });

  test('exactly as much room as it takes is enough, and then it takes the place itself', async () => {
    const { rows } = await noted(
      [
        ['due', 1_000],
        ['due', 2_000],
      ],
      [['theirs', 5_000]],
    );
    expect(rows).toEqual([
      ['failed', 1_000, null, null],
      ['due', 2_000, null, null],
      ['by_hand', 5_000, 'theirs', 1],
    ]);
  });

  test('what has been sent and may still arrive keeps its place: it is looked at again', async () => {
    const sent: Ours[] = [
      ['sent', 2_000],
      ['sent', 1_000],
    ];
    const { rows, end, audit } = await noted(sent, [['theirs', 4_500]]);
    expect([rows.length, end, audit]).toEqual([2, 'under way', []]);
    const one = await noted(sent, [
      ['theirs', 4_500],
      ['other', 100],
    ]);
    expect([one.rows.length, one.end]).toEqual([3, 'under way']);
  });

  test('what was sent and cannot arrive any more gives way, as does what was refused', async () => {
    const { rows } = await noted([['sent', 2_500]], [['theirs', 4_501]]);
    expect(rows).toEqual([
      ['failed', 2_500, null, null],
      ['by_hand', 4_501, 'theirs', null],
      ['due', 2_499, null, 1],
    ]);
    const fits = await noted([['sent', 2_500]], [['theirs', 4_500]]);
    expect(fits.rows[0]).toEqual(['sent', 2_500, null, null]);
    const refused = await noted(
      [
        ['sent', 2_000],
        ['sent', 1_000],
      ],
      [['theirs', 4_500]],
      1,
    );
    expect(refused.rows).toEqual([
      ['failed', 2_000, null, null],
      ['sent', 1_000, null, null],
      ['by_hand', 4_500, 'theirs', null],
      ['due', 1_500, null, 1],
    ]);
  });

  test('what is known at the provider gives way to nothing', async () => {
    const { rows, end } = await noted(
      [['sent', 5_000, 'ours']],
      [
        ['ours', 5_000, 'pending'],
        ['theirs', 2_500],
      ],
    );
    expect([rows, end]).toEqual([[['sent', 5_000, 'ours', null]], 'under way']);
    const known = await noted(
      [['sent', 5_000]],
      [
        ['ours', 5_000, 'pending', 1],
        ['theirs', 2_500],
      ],
    );
    expect([known.rows.length, known.end]).toEqual([1, 'under way']);
  });

  test('failed or cancelled it is nothing', async () => {
    const { rows, purchase } = await noted(
      [],
      [
        ['one', 5_000, 'failed'],
        ['two', 7_000, 'canceled'],
      ],
    );
    expect([rows, purchase]).toEqual([[], ['paid', null, 0]]);
  });

  test('one of ours that had given way and arrived all the same is written down', async () => {
    const { rows, purchase } = await noted([['failed', 3_000]], [['late', 3_000, 'succeeded', 1]]);
    expect(rows).toEqual([
      ['failed', 3_000, null, null],
      ['by_hand', 3_000, 'late', null],
    ]);
    expect(purchase).toEqual(['paid', null, 3_000]);
    const less = await noted([['failed', 3_000]], [['late', 2_000, 'succeeded', 1]]);
    expect([less.rows[0], less.purchase]).toEqual([
      ['failed', 3_000, null, null],
      ['paid', null, 2_000],
    ]);
    const known = await noted([['failed', 3_000, 'ours']], [['ours', 3_000, 'succeeded', 1]]);
    expect(known.rows).toEqual([['failed', 3_000, 'ours', null]]);
  });
});

describe('what is listed of ours', () => {
  test('ends what was sent, and nothing else', async () => {
    const { rows, ended } = await noted(
      [
        ['sent', 2_000],
        ['due', 1_000],
        ['sent', 500],
      ],
      [
        ['ours', 2_000, 'succeeded', 1],
        ['early', 1_000, 'succeeded', 2],
        ['slow', 500, 'pending', 3],
      ],
    );
    expect(rows.map(([state]) => state)).toEqual(['succeeded', 'due', 'sent']);
    expect(ended).toEqual([true, false, false]);
  });

  test('a whole refund that gave back less than was counted shrinks to it where the rest went back there', async () => {
    const { rows, purchase } = await noted(
      [['sent', 7_000]],
      [
        ['ours', 4_000, 'succeeded', 1],
        ['theirs', 3_000],
      ],
    );
    expect(rows).toEqual([
      ['succeeded', 4_000, 'ours', null],
      ['by_hand', 3_000, 'theirs', null],
    ]);
    expect(purchase[2]).toBe(7_000);
    const alone = await noted([['sent', 7_000]], [['ours', 4_000, 'succeeded', 1]]);
    expect(alone.rows).toEqual([['succeeded', 7_000, 'ours', null]]);
    const more = await noted(
      [['sent', 2_000]],
      [
        ['ours', 2_500, 'succeeded', 1],
        ['theirs', 3_000],
      ],
    );
    expect(more.rows[0]).toEqual(['succeeded', 2_000, 'ours', null]);
  });

  test.each(['failed', 'canceled'] as const)('%s after it was sent or had arrived, people decide', async (status) => {
    for (const state of ['sent', 'succeeded', 'by_hand'] as const) {
      const { rows, ended, purchase } = await noted([[state, 2_000, 'ours']], [['ours', 2_000, status, 1]]);
      expect([rows, ended]).toEqual([[['failed', 2_000, 'ours', null]], [true]]);
      expect(purchase).toEqual(['review', 'refund', 0]);
    }
    const due = await noted([['due', 2_000]], [['ours', 2_000, status, 1]]);
    expect([due.rows[0]?.[0], due.purchase]).toEqual(['due', ['paid', null, 2_000]]);
  });

  test('what failed and was given back there meanwhile needs nobody', async () => {
    const { purchase } = await noted(
      [['succeeded', 7_000, 'ours']],
      [
        ['ours', 7_000, 'failed', 1],
        ['theirs', 7_000],
      ],
    );
    expect(purchase.slice(1)).toEqual([null, 7_000]);
  });

  test('a row without an id at the provider is known by its amount, when it was given by hand or before rows', async () => {
    for (const state of ['succeeded', 'by_hand'] as const) {
      const { rows } = await noted(
        [
          [state, 2_000],
          [state, 1_000],
        ],
        [
          ['one', 1_000],
          ['two', 500],
        ],
      );
      expect(rows).toEqual([
        [state, 2_000, null, null],
        [state, 1_000, 'one', null],
        ['by_hand', 500, 'two', null],
      ]);
    }
    const known = await noted(
      [
        ['by_hand', 2_000, 'other'],
        ['due', 2_000],
      ],
      [['one', 2_000]],
    );
    expect(known.rows.at(-1)).toEqual(['by_hand', 2_000, 'one', null]);
  });
});

test('without an answer nothing is noted, and why is told; an unknown payment has no refunds', async () => {
  const tool = await shop.tool({ available: 10, price: 10, minQuantity: 1 });
  const { intentId } = await paidPurchase(shop, [{ tool, quantity: 10 }]);
  expect(await listing(intentId, { ok: false, failure: { code: 'unreachable' } })).toBe('unreachable');
  expect(await listing(intentId, { ok: false, failure: { code: 'not-found' } })).toBeUndefined();
  expect(await listing('pi_of_another_program', { ok: true, value: [] })).toBeUndefined();
});

test('one that takes the place of several is shown for all of them, with their pieces', async () => {
  const tools = [await shop.tool({ minQuantity: 1 }), await shop.tool({ minQuantity: 1 })];
  const its = await paidPurchase(
    shop,
    tools.map((tool) => ({ tool, quantity: 10 })),
  );
  const admin = await shop.person('admin');
  const given = its.lines.map((order) => ({ order, pieces: 10 }));
  for (const line of given) {
    const body = { lines: [line], amount: 70, reason: 'Damaged' };
    expect((await shop.call('refundPurchase', { params: { id: its.id }, body }, admin)).status).toBe(200);
  }
  const made = { id: 're_of_both', amount: toCents(14_000), status: 'succeeded', paymentId: its.intentId } as const;
  await listing(its.intentId, { ok: true, value: [made] });
  expect((await stateOf(its.id)).rows.map(([state, cents]) => [state, cents])).toEqual([
    ['failed', 7_000],
    ['failed', 7_000],
    ['by_hand', 14_000],
  ]);
  expect(await listRefunds(db, its.id)).toMatchObject([{ no: 3, amount: 140, state: 'succeeded', lines: given }]);
});
