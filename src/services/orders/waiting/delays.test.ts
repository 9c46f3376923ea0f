import { pino } from 'pino';
import { afterAll, afterEach, expect, test } from 'vitest';
import { payments } from '../../../../tests/harness/own-payments.ts';
import { ownShop, type Person, SENDERS } from '../../../../tests/harness/own-shop.ts';
import { type PaidPurchase, paidPurchase } from '../../../../tests/harness/paid-purchase.ts';
import { findings, placed, type Tool } from '../../../../tests/harness/purchases.ts';
import { findHealthProblems } from '../../kernel/find-health-problems.ts';
import { MAIL, workMails, workOutbox } from '../../kernel/send-messages.ts';
import { giveUpUnanswered } from '../../payments/give-up-unanswered.ts';
import { keepWaiting } from './keep-waiting.ts';

const shop = await ownShop();
const DAY = 86_400_000;
const now = () => shop.context.clock().getTime();
// Jobs that the database writes are due by its own clock.
shop.toNextDay();
const pay = payments(shop);
/** Whose session is new, whatever time has passed. */
const anAdmin = () => shop.person('admin');
/** So many days from today. */
const day = (days: number) => new Date(now() + days * DAY).toISOString().slice(0, 10);

// What a test leaves without an answer is given up, so that none finds that of another.
afterEach(async () => {
  shop.passTime(60 * DAY);
  shop.toNextDay();
  await round();
  await shop.work();
});

afterAll(async () => {
  expect(await findings(shop)).toEqual([]);
  expect(shop.troubles).toEqual([]);
});

/** Somebody whose session may have ended meanwhile. */
async function again(one: Person): Promise<Person> {
  const { email, password } = one;
  const entered = await shop.call('signIn', { body: { email, password } });
  return shop.renewed({ ...one, cookie: entered.headers.get('set-cookie')?.split(';')[0] ?? '' });
}

type Bought = Pick<PaidPurchase, 'id' | 'buyer'>;

/** 30 pieces at $10, of which 10 are there: $7 a piece with the offer. The others come in ten days. */
async function bought(its: Parameters<typeof shop.tool>[0] = {}) {
  const tool = await shop.tool({
    ...{ available: 10, restockAt: day(10), backorderLimit: 200, minQuantity: 1 },
    ...its,
  });
  const order = await paidPurchase(shop, [{ tool, quantity: 30, mayWait: true }]);
  return { ...order, tool };
}
async function move(tool: Tool, days: number) {
  const [by, params] = [await anAdmin(), { id: tool.id }];
  const { version } = (await shop.call('getManagedTool', { params }, by)).body;
  const body = { version, restock_at: day(days) };
  expect((await shop.call('editTool', { params, body }, by)).status).toBe(200);
}
async function told() {
  shop.passTime(120_000);
  await shop.work();
  shop.passTime(1_000);
  await shop.work();
}
const moved = async (tool: Tool, days: number) => {
  await move(tool, days);
  await told();
};
const see = async ({ id, buyer }: Bought) =>
  (await shop.call('getPurchase', { params: { id } }, await again(buyer))).body;
const answerBy = async (its: Bought) => (await see(its)).lines[0].waiting?.answer_by;
const keep = async ({ id, buyer }: Bought, date: string, who: Person = buyer) =>
  shop.call(
    'keepWaiting',
    { params: { id }, body: { lines: [{ order: id, day: date }] } },
    who === buyer ? await again(buyer) : who,
  );
const round = () => giveUpUnanswered(shop.context);
const stock = async ({ id }: Tool) => {
  const [row] = await shop.sql`select available, waiting from tool where id = ${id}`;
  return [row?.available, row?.waiting];
};
const pieces = async ({ id }: Bought) => {
  const [row] = await shop.sql`select hold_quantity, waiting, given_up, agree_by from orders where id = ${id}`;
  return [row?.hold_quantity, row?.waiting, row?.given_up, row?.agree_by];
};
const mails = ({ email }: Person) =>
  shop.mailbox
    .mails()
    .filter(({ recipients, subject }) => recipients.includes(email) && / comes (later|sooner)/.test(subject));
const restock = async (tool: Tool, count: number) =>
  shop.call(
    'changeStock',
    { params: { id: tool.id }, body: { kind: 'restock', pieces: count, reason: 'Delivery' } },
    await anAdmin(),
  );

test('a first delay of thirty days is told and asks nothing; a second asks, until the day told before', async () => {
  const its = await bought();
  await moved(its.tool, 40);
  expect(await answerBy(its)).toBeUndefined();
  expect(mails(its.buyer)[0]?.text).not.toContain('Without your yes');
  // Sooner than that is no delay.
  await moved(its.tool, 20);
  expect(await answerBy(its)).toBeUndefined();
  await moved(its.tool, 25);
  expect(await answerBy(its)).toBe(day(20));
  const [mail] = mails(its.buyer);
  expect(mail?.subject).toMatch(/\. Do you keep waiting\?$/);
  for (const part of ['Without your yes we cancel what waits', 'Your yes is needed by', '/dashboard/purchases/P-'])
    expect(mail?.text).toContain(part);
  const { changes } = await see(its);
  expect(changes.map(({ answer_by }: { answer_by?: string }) => answer_by)).toEqual([undefined, undefined, day(20)]);
});

test('a first delay of more than thirty days asks at once; a week at least is left to answer', async () => {
  const [far, near] = [await bought(), await bought({ restockAt: day(3) })];
  await moved(far.tool, 41);
  await moved(near.tool, 34);
  expect([await answerBy(far), await answerBy(near)]).toEqual([day(10), day(7)]);
});

test('a question keeps its end while the day moves on; sooner changes nothing, but a mistake put right ends it', async () => {
  const its = await bought();
  await moved(its.tool, 60);
  const until = day(10);
  for (const days of [70, 65, 90]) {
    await moved(its.tool, days);
    expect(await answerBy(its)).toBe(until);
  }
  await moved(its.tool, 10);
  expect(await answerBy(its)).toBeUndefined();
  expect(mails(its.buyer)[0]?.text).not.toContain('Without your yes');
  expect(await round()).toBe(0);
});

test('pieces that were to come sooner for a while were promised for no sooner day than they were ordered for', async () => {
  const its = await bought();
  await moved(its.tool, 5);
  await moved(its.tool, 10);
  await moved(its.tool, 40);
  expect(await answerBy(its)).toBeUndefined();
});

test('a yes keeps the place for that day, once; the next delay asks again', async () => {
  const its = await bought();
  await moved(its.tool, 60);
  expect((await keep(its, day(59))).body.code).toBe('delivery_moved');
  expect((await keep(its, day(60))).body).toEqual({ acknowledged: true, modifiedCount: 1 });
  expect((await keep(its, day(60))).body).toEqual({ acknowledged: true, modifiedCount: 0 });
  expect(await answerBy(its)).toBeUndefined();
  const { changes } = await see(its);
  expect(changes.at(-1)).toEqual({
    ...{ what: 'kept_waiting', at: expect.any(String) },
    ...{ orders: [its.id], day: day(60) },
  });
  // A day until then is agreed to already; one after it is not.
  await moved(its.tool, 50);
  await moved(its.tool, 58);
  expect(await answerBy(its)).toBeUndefined();
  await moved(its.tool, 61);
  expect(await answerBy(its)).toBe(day(58));
  expect(await stock(its.tool)).toEqual([0, 20]);
});

test('a yes is to the day that is shown, also while the mail about it has not left', async () => {
  const its = await bought();
  await moved(its.tool, 60);
  await move(its.tool, 90);
  expect((await keep(its, day(60))).body.code).toBe('delivery_moved');
  expect((await keep(its, day(90))).body.modifiedCount).toBe(1);
  await told();
  expect([await answerBy(its), mails(its.buyer).length]).toEqual([undefined, 1]);
});

test('only its buyer says so, of what waits', async () => {
  const its = await bought();
  await moved(its.tool, 60);
  const stranger = await shop.renewed((await bought()).buyer);
  expect((await keep(its, day(60), stranger)).status).toBe(404);
  expect((await keep(its, day(60), await anAdmin())).status).toBe(403);
  const theirs = { lines: [{ order: its.id, day: day(60) }] };
  const failure = { code: 'order_not_found' };
  expect(await keepWaiting(shop.context, stranger.id, its.id, theirs)).toEqual({ ok: false, failure });
  const other = await bought();
  const mixed = { lines: [...theirs.lines, { order: other.id, day: day(10) }] };
  expect(await keepWaiting(shop.context, its.buyer.id, its.id, mixed)).toEqual({ ok: false, failure });
  expect(await answerBy(its)).toBeDefined();
  await restock(its.tool, 20);
  await shop.work();
  expect((await keep(its, day(60))).body.code).toBe('delivery_moved');
});

test('without an answer what waits is given up after the last day, once, and its money goes back', async () => {
  const its = await bought();
  const behind = await paidPurchase(shop, [{ tool: its.tool, quantity: 5, mayWait: true }]);
  const kept = await bought();
  for (const tool of [its.tool, kept.tool]) await moved(tool, 60);
  for (const order of [kept, behind]) await keep(order, day(60));
  const until = await answerBy(its);
  // The whole of the last day is there for an answer, wherever the buyer is.
  shop.passTime(Date.parse(`${until}T23:59:59-12:00`) - now());
  expect(await round()).toBe(0);
  shop.passTime(1_000);
  expect((await Promise.all([round(), round(), round()])).reduce((sum, made) => sum + made)).toBe(1);
  expect(await round()).toBe(0);
  await shop.work();
  expect((await pay.refunds(its.intentId)).map(({ amount }) => amount)).toEqual([14_000]);
  expect([await pieces(its), await pieces(kept)]).toEqual([
    [10, 0, 20, null],
    [10, 20, 0, null],
  ]);
  const [line] = await shop.sql`select waiting from orders where id = ${behind.id}`;
  expect([line?.waiting, await stock(its.tool)]).toEqual([5, [0, 5]]);
  const seen = await see(its);
  expect(seen).toMatchObject({
    ...{ state: 'paid', refunded: 140 },
    refunds: [{ state: 'succeeded', reason: 'No answer about the later delivery' }],
  });
  const letter = ({ recipients, subject }: { recipients: readonly string[]; subject: string }) =>
    recipients.includes(its.buyer.email) && /refund|back/i.test(subject);
  expect(shop.mailbox.mails().filter(letter)).toHaveLength(1);
  expect((await keep(its, day(60))).body.code).toBe('delivery_moved');
});

test('of a purchase only the lines without an answer go, and all of them end it', async () => {
  const tools = [await bought(), await bought({ available: 0 })].map(({ tool }) => tool);
  const both = await paidPurchase(
    shop,
    tools.map((tool) => ({ tool, quantity: 8, mayWait: true })),
  );
  const [first, second] = both.lines;
  for (const tool of tools) await moved(tool, 60);
  const agreed = { lines: [{ order: first as never, day: day(60) }] };
  expect(await keepWaiting(shop.context, both.buyer.id, both.id, agreed)).toMatchObject({ ok: true });
  shop.passTime(12 * DAY);
  await round();
  await shop.work();
  const seen = await see(both);
  expect(seen.state).toBe('paid');
  expect(seen.lines.map((line: { _id: string; state: string }) => [line._id, line.state])).toEqual([
    [first, 'paid'],
    [second, 'refunded'],
  ]);
  const [tool] = tools as [Tool];
  await moved(tool, 90);
  shop.passTime(60 * DAY);
  await round();
  await shop.work();
  expect((await see(both)).state).toBe('refunded');
});

test('pieces that arrive, or are cancelled, end the question; a part of them does not', async () => {
  const [come, gone] = [await bought(), await bought()];
  for (const { tool } of [come, gone]) await moved(tool, 60);
  await restock(come.tool, 12);
  await shop.work();
  expect(await answerBy(come)).toBe(day(10));
  await restock(come.tool, 8);
  await shop.work();
  expect(await pieces(come)).toEqual([30, 0, 0, null]);
  const lines = [{ order: gone.id, pieces: 20 }];
  const buyer = await again(gone.buyer);
  expect(
    (await shop.call('cancelWaiting', { params: { id: gone.id }, body: { lines, amount: 140 } }, buyer)).status,
  ).toBe(200);
  expect(await pieces(gone)).toEqual([10, 0, 20, null]);
  shop.passTime(12 * DAY);
  expect(await round()).toBe(0);
});

test('a yes, a cancel, a delivery and the end of the time at once end in one of them', async () => {
  for (let time = 0; time < 5; time += 1) {
    const its = await bought();
    await moved(its.tool, 60);
    shop.passTime(11 * DAY);
    const buyer = await again(its.buyer);
    const params = { id: its.id };
    const wish = { lines: [{ order: its.id, pieces: 20 }], amount: 140 };
    const answers = await Promise.all([
      round(),
      shop.call('cancelWaiting', { params, body: wish }, buyer),
      keepWaiting(shop.context, its.buyer.id, its.id, { lines: [{ order: its.id, day: day(49) }] }),
      restock(its.tool, 20),
      round(),
    ]);
    await shop.work();
    const [held, waits, back] = await pieces(its);
    expect([held + back, waits]).toEqual([30, 0]);
    expect((await pay.refunds(its.intentId)).map(({ amount }) => amount)).toEqual(back > 0 ? [14_000] : []);
    const gave = answers[0] + answers[4] + (answers[1].status === 200 ? 1 : 0);
    expect(gave).toBe(back > 0 ? 1 : 0);
  }
});

test('who has not paid is only told; from the payment on the delay counts', async () => {
  const tool = await shop.tool({ available: 0, restockAt: day(10), backorderLimit: 200, minQuantity: 1 });
  const buyer = await shop.person();
  const { id } = await placed(shop, buyer, [{ toolId: tool.id, quantity: 8, price: tool.price, mayWait: true }]);
  for (const days of [60, 120]) await moved(tool, days);
  const order = (await shop.call('getOrder', { params: { id } }, await again(buyer))).body;
  expect([mails(buyer).length, order.waiting.answer_by]).toEqual([2, undefined]);
  const [row] = await shop.sql`select waits_until, delayed, agree_by, promised_at::text from orders where id = ${id}`;
  expect(row).toEqual({ waits_until: null, delayed: false, agree_by: null, promised_at: day(120) });
});

test('while a dispute is looked into nothing is given up, and its buyer may answer', async () => {
  const its = await bought();
  await shop.sql`update purchase set state = 'review', review_no = 1, review_reason = 'dispute', review_intent = paid_intent
                  where id = ${its.id}`;
  await moved(its.tool, 60);
  expect(await answerBy(its)).toBe(day(10));
  shop.passTime(12 * DAY);
  expect(await round()).toBe(0);
  expect((await keep(its, day(48))).body.modifiedCount).toBe(1);
  await shop.sql`update purchase set state = 'paid', review_reason = null, review_intent = null where id = ${its.id}`;
  expect(await round()).toBe(0);
});

test('of a purchase only the lines whose buyer has heard of the day are given up', async () => {
  const tools = [await bought(), await bought()].map(({ tool }) => tool) as [Tool, Tool];
  const both = await paidPurchase(
    shop,
    tools.map((tool) => ({ tool, quantity: 8, mayWait: true })),
  );
  for (const tool of tools) await moved(tool, 60);
  shop.passTime(12 * DAY);
  await move(tools[1], 20);
  expect(await round()).toBe(2);
  await told();
  const seen = await see(both);
  expect(seen.lines.map((line: { state: string }) => line.state)).toEqual(['refunded', 'paid']);
});

test('who is about to be told of another day is not given up before', async () => {
  const its = await bought();
  await moved(its.tool, 60);
  shop.passTime(12 * DAY);
  await move(its.tool, 20);
  expect(await round()).toBe(0);
  await told();
  expect(await round()).toBe(1);
});

/** The mails about it are given up, as in a shop without a mail server. */
async function unreached(tool: Tool, days: number) {
  await shop.work();
  await move(tool, days);
  shop.passTime(120_000);
  await workOutbox(shop.context, SENDERS);
  const mute = { ...shop.context, mailer: undefined, log: pino({ level: 'silent' }) };
  for (let tries = 0; tries < MAIL.tries; tries += 1) {
    shop.passTime(900_000);
    expect(await workMails(mute, SENDERS)).toBe(1);
  }
  expect(await workMails(mute, SENDERS)).toBe(0);
}

test('who was never asked, because the mail did not leave, is not given up, and the health of the shop says so', async () => {
  const its = await bought();
  await unreached(its.tool, 60);
  expect(await answerBy(its)).toBe(day(10));
  expect(await findHealthProblems(shop.context)).toContain('mails');
  shop.passTime(9 * DAY);
  expect(await findHealthProblems(shop.context)).not.toContain('mails');
  shop.passTime(4 * DAY);
  expect(await round()).toBe(0);
  expect(await findHealthProblems(shop.context)).toContain('mails');
  // A mail that leaves asks anew, and a week at least is left to answer.
  await moved(its.tool, 55);
  expect(await answerBy(its)).toBe(day(7));
  expect(mails(its.buyer)[0]?.text).toContain('Without your yes we cancel what waits');
  expect(await findHealthProblems(shop.context)).not.toContain('mails');
  shop.passTime(9 * DAY);
  expect(await round()).toBe(1);
});

test('a sooner day that its buyer did not hear of, or one of before again, gives nothing up either', async () => {
  for (const [asked, last] of [
    [[60], 50],
    [[60, 9], 60],
  ] as const) {
    const its = await bought();
    for (const days of asked) await moved(its.tool, days);
    await unreached(its.tool, last);
    shop.passTime(12 * DAY);
    expect(await round()).toBe(0);
  }
});

test('pieces of a closed account are not given up, because its buyer cannot be asked', async () => {
  const its = await bought();
  await shop.sql`update person set disabled_at = now() where id = ${its.buyer.id}`;
  await moved(its.tool, 60);
  shop.passTime(12 * DAY);
  expect(await round()).toBe(0);
  expect(await findHealthProblems(shop.context)).toContain('mails');
});
