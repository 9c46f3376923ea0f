import { describe, expect, test } from 'vitest';
import { forgetEnded } from '#services/identity/forget-ended.ts';
import { begun, payments } from '../../../tests/harness/own-payments.ts';
import { type CallAnswer, ownShop, type Person } from '../../../tests/harness/own-shop.ts';
import { shopState } from '../../../tests/harness/shop-state.ts';

const MINUTE = 60_000;
const shop = await ownShop({ orders: 10, stockPercent: 50, unconfirmed: { orders: 3, networkOrders: 10 } });
const pay = payments(shop);

let networks = 0;
const network = () => {
  networks += 1;
  return `198.51.100.${networks}`;
};
const order = async (who: Person, from: string, its: { toolId?: string; quantity?: number } = {}) => {
  const { toolId = (await shop.tool()).id, quantity = 5 } = its;
  const body = { phone: '5550142200', address: '1 Main Street', quantity, tools_price: 10, tools_id: toolId };
  return shop.call('placeOrder', { body, from }, who);
};
const seen = async (id: string, who: Person) => (await shop.call('getOrder', { params: { id } }, who)).body;
const placed = async (who: Person, from = network()) => seen((await order(who, from)).body.insertedId, who);
const confirm = ({ id }: Person) => shop.sql`update person set email_proof = 'mail' where id = ${id}`;
const press = async (who: Person, { _id, amount }: { _id: string; amount: number }) =>
  shop.call('createPaymentIntent', { body: { price: amount, order_id: _id } }, await shop.renewed(who));
const minutesHeld = async (id: string) => {
  const [row] = await shop.sql`select purchase.hold_until, hold_quantity as held, purchase.hold_renewals as renewals
      from orders join purchase using (id) where id = ${id}`;
  const left =
    row?.hold_until && Math.round((new Date(row.hold_until).getTime() - shop.context.clock().getTime()) / MINUTE);
  return { left, held: row?.held, renewals: row?.renewals };
};
const codes = (answers: CallAnswer[]) => answers.map((it) => it.body.code ?? it.status).toSorted();

describe('an account that nobody knows', () => {
  test('has three unpaid orders; the fourth says what to do, takes nothing, and is taken when one is cancelled', async () => {
    const [buyer, from] = [await shop.person(), network()];
    const first = await placed(buyer, from);
    for (let n = 0; n < 2; n += 1) expect((await order(buyer, from)).status).toBe(200);
    const { id: toolId } = await shop.tool();
    const before = await shopState(shop.sql);
    expect(await order(buyer, from, { toolId })).toMatchObject({
      status: 409,
      body: {
        code: 'unconfirmed_unpaid',
        detail:
          'You have 3 unpaid orders, as many as an account may have before its email is confirmed. ' +
          'Pay or cancel one of them, or confirm your email, then order again.',
      },
    });
    expect(await shopState(shop.sql)).toBe(before);
    await shop.call('cancelOrder', { params: { id: first._id } }, buyer);
    expect((await order(buyer, from, { toolId })).status).toBe(200);
  });

  test('may take all that is offered with one order', async () => {
    const { id: toolId } = await shop.tool({ available: 40 });
    expect((await order(await shop.person(), network(), { toolId, quantity: 40 })).status).toBe(200);
  });

  test('has no more by asking twenty times at once', async () => {
    const [buyer, from] = [await shop.person(), network()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => order(buyer, from)));
    expect(codes(answers)).toEqual([200, 200, 200, ...Array(17).fill('unconfirmed_unpaid')]);
  });

  test.each([
    ['a confirmed email', confirm],
    ['an account of the demonstration', ({ id }: Person) => shop.sql`update person set demo = true where id = ${id}`],
    [
      'a paid order',
      async (buyer: Person) => {
        const { _id: id, amount } = await placed(buyer);
        const { clientSecret, intentId } = await begun(shop, buyer, { id, amount });
        await pay.confirm(clientSecret);
        const body = { order_id: id, transactionId: intentId };
        expect((await shop.call('confirmPayment', { params: { id }, body }, buyer)).status).toBe(200);
      },
    ],
  ])('is known by %s: as many orders as all have, and holds as long', async (_by, become) => {
    const buyer = await shop.person();
    await become(buyer);
    const from = network();
    const first = await placed(buyer, from);
    expect((await minutesHeld(first._id)).left).toBe(60);
    for (let n = 0; n < 9; n += 1) expect((await order(buyer, from)).status).toBe(200);
    expect((await order(buyer, from)).body.code).toBe('too_many_unpaid');
    // What they ordered is nobody else's share.
    expect((await order(await shop.person(), from)).status).toBe(200);
  });
});

describe('accounts of one network that nobody knows', () => {
  test('have ten unpaid orders together, also at once; another network has its own', async () => {
    const from = network();
    const people = await Promise.all(Array.from({ length: 6 }, () => shop.person()));
    const answers = await Promise.all(people.flatMap((who) => [1, 2, 3].map(() => order(who, from))));
    expect(codes(answers)).toEqual([...Array(10).fill(200), ...Array(8).fill('unconfirmed_network')]);
    const late = await shop.person();
    expect((await order(late, from)).body.detail).toBe(
      'Accounts of your network whose email is not confirmed have too many unpaid orders together. Confirm your email, then order again.',
    );
    expect((await order(late, network())).status).toBe(200);
    await confirm(late);
    expect((await order(late, from)).status).toBe(200);
  });

  test('are those that the shop counts sign-ins by: of IPv6 a /64', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => shop.person()));
    const answers = [];
    for (const [n, who] of people.entries())
      for (let m = 0; m < 3; m += 1) answers.push(await order(who, `2001:db8:9:9::${n}${m}`));
    expect(codes(answers)).toEqual([...Array(10).fill(200), ...Array(2).fill('unconfirmed_network')]);
  });

  test('are forgotten once an order is no longer unpaid', async () => {
    const buyer = await shop.person();
    const [kept, gone] = [await placed(buyer), await placed(buyer)];
    await shop.call('cancelOrder', { params: { id: gone._id } }, buyer);
    await forgetEnded(shop.context);
    const known = await shop.sql`select id from purchase where person_id = ${buyer.id} and network is not null`;
    expect(known.map(({ id }) => id)).toEqual([kept._id]);
  });
});

describe('what such an account holds', () => {
  test('is held for 30 minutes, renewed twice, and then paid with a confirmed email or ordered again', async () => {
    const buyer = await shop.person();
    const one = await placed(buyer);
    expect(await minutesHeld(one._id)).toEqual({ left: 30, held: 5, renewals: 0 });
    // Pressing Pay again and again uses nothing up.
    for (let n = 0; n < 3; n += 1) expect((await press(buyer, one)).status).toBe(200);
    expect(await minutesHeld(one._id)).toEqual({ left: 30, held: 5, renewals: 0 });
    for (const renewals of [1, 2]) {
      shop.passTime(20 * MINUTE);
      expect((await press(buyer, one)).status).toBe(200);
      expect(await minutesHeld(one._id)).toEqual({ left: 30, held: 5, renewals });
    }
    shop.passTime(20 * MINUTE);
    expect((await press(buyer, one)).status).toBe(200);
    expect(await minutesHeld(one._id)).toEqual({ left: 10, held: 5, renewals: 2 });
    shop.passTime(11 * MINUTE);
    const refused = {
      status: 409,
      body: { code: 'hold_over', detail: expect.stringContaining('Confirm your email') },
    };
    expect(await press(buyer, one)).toMatchObject(refused);
    await shop.work();
    expect(await press(buyer, one)).toMatchObject(refused);
    expect(await minutesHeld(one._id)).toEqual({ left: null, held: 0, renewals: 2 });
    await confirm(buyer);
    expect((await press(buyer, one)).status).toBe(200);
    expect(await minutesHeld(one._id)).toMatchObject({ left: 60, held: 5 });
  });

  test('is told of in My Orders: whether it is held again, and that a confirmed email changes that', async () => {
    const buyer = await shop.person();
    const one = await placed(buyer);
    const told = async () => {
      const who = await shop.renewed(buyer);
      const [mine] = (await shop.call('listMyOrders', { params: { email: buyer.email } }, who)).body;
      expect(await seen(one._id, who)).toEqual(mine);
      return mine.holdIsLast ?? false;
    };
    expect(await told()).toBe(false);
    for (const last of [false, true]) {
      shop.passTime(20 * MINUTE);
      expect((await press(buyer, one)).status).toBe(200);
      expect(await told()).toBe(last);
    }
    shop.passTime(31 * MINUTE);
    await shop.work();
    expect(await told()).toBe(true);
    expect((await press(buyer, one)).body.code).toBe('hold_over');
    await confirm(buyer);
    expect(await told()).toBe(false);
    expect((await press(buyer, one)).status).toBe(200);
  });

  test('taking stock again after its time counts as well', async () => {
    const buyer = await shop.person();
    const one = await placed(buyer);
    for (const renewals of [1, 2]) {
      shop.passTime(31 * MINUTE);
      await shop.work();
      expect(await minutesHeld(one._id)).toMatchObject({ held: 0 });
      const answers = await Promise.all([press(buyer, one), press(buyer, one), press(buyer, one)]);
      expect(answers.some(({ status }) => status === 200)).toBe(true);
      expect(await minutesHeld(one._id)).toEqual({ left: 30, held: 5, renewals });
    }
    shop.passTime(31 * MINUTE);
    await shop.work();
    expect((await press(buyer, one)).body.code).toBe('hold_over');
  });

  test('is not held again by the first press of Pay either once nothing is left to renew', async () => {
    const buyer = await shop.person();
    const one = await placed(buyer);
    await shop.sql`update purchase set hold_renewals = 2 where id = ${one._id}`;
    shop.passTime(31 * MINUTE);
    expect((await press(buyer, one)).body.code).toBe('hold_over');
    expect(await pay.ofOrder(one._id)).toEqual([]);
  });

  test('is told in the mail as it is', async () => {
    const buyer = await shop.person();
    const until = new Date(shop.context.clock().getTime() + 30 * MINUTE).toISOString();
    await placed(buyer);
    shop.passTime(MINUTE);
    await shop.work();
    const mail = shop.mailbox.mails().find(({ recipients }) => recipients.includes(buyer.email));
    expect(mail?.text).toMatch(new RegExp(`held for you until \\d+ \\w+ \\d{4}, ${until.slice(11, 16)} UTC\\.`));
  });
});
