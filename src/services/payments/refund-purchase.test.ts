import { describe, expect, test } from 'vitest';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { type PaidPurchase, paidPurchase } from '../../../tests/harness/paid-purchase.ts';
import { sawsAndAxes } from '../../../tests/harness/saws-and-axes.ts';

const shop = await ownShop();
// What is written is due by the database's clock: the shop's stays ahead of it.
shop.passTime(600_000);
const admin = await shop.person('admin');
const { axes, bought, refund, ship, available, see, atProvider, lastMail, sound, worked } = sawsAndAxes(shop, admin);
const linesOf = async (its: PaidPurchase) =>
  (await see(its)).lines.map((line: { state: string; given_up?: number }) => [line.state, line.given_up ?? 0]);

describe('pieces of a paid purchase are given back', () => {
  test('in parts, to the cent, until nothing is left of it; the offer is counted, and the stock is there again', async () => {
    const its = await bought();
    expect(its.amount).toBe(301);
    const [saw, axe] = its.lines;
    const part = await refund(its.id, { lines: [{ order: saw, pieces: 7 }], amount: 34.3 });
    expect(part).toMatchObject({ status: 200, body: { no: 1 } });
    await worked();
    expect(await atProvider(its.intentId)).toEqual([3430]);
    expect(await available(its.saw)).toBe(77);
    expect(await lastMail(its)).toMatch(/The rest of your order stays as it is\.(.|\n)*\/dashboard\/purchases\/P-\d+/);
    expect(await linesOf(its)).toEqual([
      ['paid', 7],
      ['paid', 0],
    ]);
    const [decided] =
      await shop.sql`select actor, meta from audit where action = 'refund.decided' and target = ${its.id}`;
    expect(decided).toEqual({ actor: admin.id, meta: { no: 1, pieces: 7, amount: 34.3, reason: 'Damaged' } });
    const moves =
      await shop.sql`select kind, delta from stock_move where tool_id = ${its.saw.id} order by id desc limit 1`;
    expect(moves).toEqual([{ kind: 'release', delta: 7 }]);
    const seen = await see(its);
    expect(seen).toMatchObject({ state: 'paid', amount: 301, refunded: 34.3 });
    expect(seen.refunds).toMatchObject([
      { no: 1, amount: 34.3, state: 'succeeded', reason: 'Damaged', lines: [{ order: saw, pieces: 7 }] },
    ]);
    await sound();

    expect((await refund(its.id, { lines: [{ order: axe, pieces: 20 }], amount: 154 })).status).toBe(200);
    await worked();
    expect(await linesOf(its)).toEqual([
      ['paid', 7],
      ['refunded', 20],
    ]);
    await sound();
    expect((await refund(its.id, { amount: 112.7 })).status).toBe(200);
    expect((await see(its)).state).toBe('refund_due');
    await worked();
    expect((await see(its)).state).toBe('refunded');
    expect(await lastMail(its)).toContain('your order has ended');
    expect((await atProvider(its.intentId)).reduce((sum, amount) => sum + amount, 0)).toBe(30_100);
    expect([await available(its.saw), await available(its.axe)]).toEqual([100, 100]);
    const [offer] = (await shop.call('getOffer', {}, its.buyer)).body ? [true] : [];
    expect(offer).toBe(true);
    await sound();
  });

  test('not a second time by somebody whose page shows more as kept than is', async () => {
    const its = await bought();
    const [saw] = its.lines;
    const part = { lines: [{ order: saw, pieces: 5 }], amount: 24.5, kept: 301 };
    expect((await refund(its.id, part, 'a-key-of-one-admin')).status).toBe(200);
    expect(await refund(its.id, part, 'a-key-of-another')).toMatchObject({
      status: 409,
      body: { code: 'refunded_meanwhile', figures: { kept: 276.5 } },
    });
    // Sent again with its own key, it is the same refund.
    expect(await refund(its.id, part, 'a-key-of-one-admin')).toMatchObject({ status: 200, body: { no: 1 } });
    expect((await refund(its.id, { ...part, kept: 276.5 }, 'a-key-of-another')).status).toBe(200);
    await worked();
    expect(await atProvider(its.intentId)).toEqual([2450, 2450]);
    await sound();
  });

  test('and pieces do not leave a second time for somebody whose page shows fewer as sent', async () => {
    const its = await bought();
    const [saw] = its.lines;
    const part = { lines: [{ order: saw, pieces: 6 }], sent: 0 };
    expect((await ship(its.id, part)).status).toBe(200);
    expect(await ship(its.id, part)).toMatchObject({
      status: 409,
      body: { code: 'shipped_meanwhile', figures: { sent: 6 } },
    });
    expect((await ship(its.id, { ...part, sent: 6 })).status).toBe(200);
    await sound();
  });

  test('all at once before any has left: the purchase is cancelled, with its reason and one mail', async () => {
    const its = await bought();
    expect((await refund(its.id, { amount: 301, reason: 'Asked for by phone' })).status).toBe(200);
    await worked();
    expect(await see(its)).toMatchObject({
      state: 'refunded',
      refunded: 301,
      refunds: [{ reason: 'Asked for by phone' }],
    });
    const mails = await shop.sql`
      select key from job where kind = 'mail.refunded' and key in (select 'mail.refunded:' || id from refund where purchase_id = ${its.id})`;
    expect(mails).toHaveLength(1);
    expect(await lastMail(its)).not.toContain('stays as it is');
    expect(await available(its.saw)).toBe(100);
    await sound();
  });

  test('of two that are told together only the last says that it was the last of it', async () => {
    const its = await bought();
    const [saw] = its.lines;
    expect((await refund(its.id, { lines: [{ order: saw, pieces: 10 }], amount: 49 })).status).toBe(200);
    expect((await refund(its.id, { amount: 252 })).status).toBe(200);
    await worked();
    await worked();
    const told = shop.mailbox.mails().filter(({ recipients, subject }) => {
      return recipients.includes(its.buyer.email) && subject.endsWith('went back');
    });
    const ends = told.map(({ text }) => [/Returned: (\S+)/.exec(text)?.[1], text.includes('That was the last of it')]);
    expect(ends.toSorted()).toEqual([
      ['$252', true],
      ['$49', false],
    ]);
  });

  test('the same amount twice is given back twice, the same request once', async () => {
    const its = await bought();
    const [saw] = its.lines;
    const wish = { lines: [{ order: saw, pieces: 5 }], amount: 24.5 };
    for (const key of ['first-press', 'first-press', 'second-press'])
      expect((await refund(its.id, wish, key)).status).toBe(200);
    await worked();
    expect(await atProvider(its.intentId)).toEqual([2450, 2450]);
    const other = await bought();
    expect(await refund(other.id, wish, 'first-press')).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
    // As much for other pieces is another request.
    const [saws, axes] = other.lines;
    const half = { lines: [{ order: saws, pieces: 11 }], amount: 53.9 };
    const asMuch = { lines: [{ order: axes, pieces: 7 }], amount: 53.9 };
    const codes = [];
    for (const body of [half, asMuch, half]) codes.push((await refund(other.id, body, 'third-press')).status);
    expect(codes).toEqual([200, 422, 200]);
    await sound();
  });

  test('the same request with another reason, or with pieces back in stock, is another one', async () => {
    const its = await bought();
    const [saw] = its.lines;
    expect((await ship(its.id, { lines: [{ order: saw, pieces: 10 }] })).status).toBe(200);
    const wish = { lines: [{ order: saw, pieces: 2, shipped: 2 }], amount: 9.8, reason: 'Damaged' };
    expect((await refund(its.id, wish, 'fourth-press')).status).toBe(200);
    for (const other of [{ reason: 'Late' }, { back: true }])
      expect(await refund(its.id, { ...wish, ...other }, 'fourth-press')).toMatchObject({
        status: 422,
        body: { code: 'idempotency_key_reused' },
      });
    expect((await refund(its.id, wish, 'fourth-press')).status).toBe(200);
    expect(await available(its.saw)).toBe(70);
    await sound();
  });

  test('of shipped pieces only those that are back are in stock again; others leave the books', async () => {
    const its = await bought();
    const [saw] = its.lines;
    expect((await ship(its.id, { lines: [{ order: saw, pieces: 10 }] })).status).toBe(200);
    expect(
      (await refund(its.id, { lines: [{ order: saw, pieces: 2, shipped: 2 }], back: true, amount: 9.8 })).status,
    ).toBe(200);
    expect(await available(its.saw)).toBe(72);
    expect((await refund(its.id, { lines: [{ order: saw, pieces: 3, shipped: 3 }], amount: 14.7 })).status).toBe(200);
    expect(await available(its.saw)).toBe(72);
    const [line] = await shop.sql`
      select hold_quantity as held, shipped_quantity as shipped, given_up as given from orders where id = ${saw ?? null}`;
    expect(line).toEqual({ held: 25, shipped: 5, given: 5 });
    // Unshipped ones go first when nothing is said.
    expect((await refund(its.id, { lines: [{ order: saw, pieces: 20 }], amount: 98 })).status).toBe(200);
    expect(await available(its.saw)).toBe(92);
    expect((await linesOf(its))[0]).toEqual(['shipped', 25]);
    await worked();
    await sound();
  });

  test('what was shipped and what went back are listed in the order of the lines', async () => {
    const tools = await Promise.all(Array.from({ length: 6 }, () => axes()));
    const its = await paidPurchase(
      shop,
      tools.map((tool) => ({ tool, quantity: 5 })),
    );
    expect((await ship(its.id)).status).toBe(200);
    const lines = its.lines.map((order) => ({ order, pieces: 1 }));
    const body = { lines: lines.toReversed(), amount: its.amount / 5 };
    expect(await refund(its.id, body)).toMatchObject({ status: 200 });
    const { shipments, refunds } = await see(its);
    expect(shipments[0].lines).toEqual(its.lines.map((order) => ({ order, pieces: 5 })));
    expect(refunds[0].lines).toEqual(lines);
  });

  const none = (left: number) => ({ code: 'nothing_to_refund', figures: { line: 1, left, tool: expect.any(String) } });

  test('what was refunded does not ship, and what was shipped is not refunded as if it were here', async () => {
    const its = await bought();
    const [saw, axe] = its.lines;
    expect((await refund(its.id, { lines: [{ order: saw, pieces: 25 }], amount: 122.5 })).status).toBe(200);
    expect(await ship(its.id, { lines: [{ order: saw, pieces: 6 }] })).toMatchObject({
      status: 409,
      body: { code: 'pieces_not_here', figures: { line: 1, left: 5, tool: expect.any(String) } },
    });
    expect((await ship(its.id)).status).toBe(200);
    const more = { lines: [{ order: saw, pieces: 6, shipped: 6 }], amount: 29.4 };
    expect(await refund(its.id, more)).toMatchObject({ status: 409, body: none(5) });
    expect(await refund(its.id, { ...more, lines: [{ order: saw, pieces: 4, shipped: 5 }] })).toMatchObject({
      body: { code: 'nothing_to_refund' },
    });
    expect(await refund(its.id, { amount: 1 })).toMatchObject({ status: 409, body: { code: 'nothing_to_refund' } });
    expect(await refund(its.id, { lines: [{ order: axe, pieces: 1, shipped: 0 }], amount: 7.7 })).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_refund', figures: { line: 1, left: 0, tool: expect.any(String) } },
    });
    await sound();
  });

  test.each([
    ['more pieces than there are', [{ pieces: 31 }], 151.9, none(30)],
    ['another amount than it would be', [{ pieces: 7 }], 34.31, { code: 'amount_changed', figures: { amount: 34.3 } }],
    ['more that were shipped than were', [{ pieces: 2, shipped: 1 }], 9.8, none(0)],
    [
      'the same line twice',
      [{ pieces: 2 }, { pieces: 1 }],
      14.7,
      { code: 'invalid_request', errors: [{ field: 'lines', message: 'Name each order once, with all its pieces.' }] },
    ],
    ['an order of another purchase', [{ order: crypto.randomUUID(), pieces: 1 }], 4.9, { code: 'order_not_found' }],
  ])('nothing happens for %s', async (_what, lines, amount, body) => {
    const its = await bought();
    const wish = { lines: lines.map((line) => ({ order: its.lines[0], ...line })), amount };
    expect(await refund(its.id, wish)).toMatchObject({ body });
    expect([await available(its.saw), await linesOf(its)]).toEqual([
      70,
      [
        ['paid', 0],
        ['paid', 0],
      ],
    ]);
    await worked();
    expect(await atProvider(its.intentId)).toEqual([]);
  });

  test('ten at once for the last pieces: the money goes back once', async () => {
    const its = await bought();
    const [saw] = its.lines;
    const wish = { lines: [{ order: saw, pieces: 30 }], amount: 147 };
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(its.id, wish)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await worked();
    expect(await atProvider(its.intentId)).toEqual([14_700]);
    await sound();
  });
});
