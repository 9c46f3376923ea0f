import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { MAX_WATCHES } from '#model/orders/stock-watch.ts';
import { ordered, paid } from '../../../../tests/harness/own-payments.ts';
import { ownShop, type Person, SENDERS, type TestShop } from '../../../../tests/harness/own-shop.ts';
import { findings, placed, type Tool } from '../../../../tests/harness/purchases.ts';
import { workOutbox } from '../../kernel/send-messages.ts';
import { getWatch } from './get-watch.ts';
import { setWatch } from './set-watch.ts';

const shop = await ownShop();
// Jobs that the database writes are due by its own clock.
shop.passTime(3_600_000);
const admin = await shop.person('admin');

afterEach(async () => {
  await shop.work();
  expect(await findings(shop)).toEqual([]);
});
afterAll(() => expect(shop.troubles).toEqual([]));

const scarce = (its: Parameters<TestShop['tool']>[0] = {}) =>
  shop.tool({ name: 'Bench Plane', available: 180, minQuantity: 6, ...its });
const set = ({ id }: Pick<Tool, 'id'>, who: Person | undefined, pieces: unknown, its = shop) =>
  its.call('setWatch', { params: { id }, body: { pieces } }, who);
const end = ({ id }: Tool, who: Person) => shop.call('endWatch', { params: { id } }, who);
const watchOf = async ({ id }: Pick<Tool, 'id'>, who: Person, its = shop) =>
  (await its.call('getWatch', { params: { id } }, who)).body;
const move = ({ id }: Tool, pieces: number) => {
  const body = { kind: pieces > 0 ? 'restock' : 'correction', pieces: String(pieces), reason: 'Delivery' };
  return shop.call('changeStock', { params: { id }, body }, admin);
};
const lettersTo = ({ email }: Person) =>
  shop.mailbox
    .mails()
    .filter(({ recipients, subject }) => recipients.includes(email) && subject.includes('Bench Plane'));

describe('a wish to be told', () => {
  test('is set, changed, seen by its own customer only, and undone', async () => {
    const tool = await scarce();
    const [who, other] = [await shop.person(), await shop.person()];
    expect(await watchOf(tool, who)).toEqual({ pieces: null, state: 'open' });
    const answer = await set(tool, who, 250);
    expect(answer.body).toEqual({ acknowledged: true, here: false });
    expect(calls.setWatch.response.parse(answer.body)).toEqual(answer.body);
    await set(tool, who, '300');
    expect(await watchOf(tool, who)).toEqual({ pieces: 300, state: 'open' });
    expect(await watchOf(tool, other)).toEqual({ pieces: null, state: 'open' });
    expect((await end(tool, other)).body.deletedCount).toBe(0);
    expect(await watchOf(tool, who)).toMatchObject({ pieces: 300 });
    expect((await end(tool, who)).body.deletedCount).toBe(1);
    expect((await end(tool, who)).body.deletedCount).toBe(0);
    await move(tool, 200);
    await shop.work();
    expect(lettersTo(who)).toEqual([]);
  });

  test('is not needed for what is here, nor set of a tool that is archived', async () => {
    const tool = await scarce();
    const who = await shop.person();
    expect((await set(tool, who, 180)).body).toEqual({ acknowledged: true, here: true });
    expect(await watchOf(tool, who)).toMatchObject({ pieces: null });
    await shop.call('deleteTool', { params: { id: tool.id } }, admin);
    expect(await set(tool, who, 181)).toMatchObject({ status: 409, body: { code: 'tool_gone' } });
  });

  test('outlives that its tool is archived, and is told once the tool is back', async () => {
    const tool = await scarce();
    const [who, buyer, soon] = [await shop.person(), await shop.person(), await shop.person()];
    const order = await placed(shop, buyer, [{ toolId: tool.id, quantity: 100, price: 10 }]);
    await set(tool, who, 180);
    await set(tool, soon, 81);
    await move(tool, 1);
    await workOutbox(shop.context, SENDERS);
    await shop.call('deleteTool', { params: { id: tool.id } }, admin);
    await shop.call('cancelOrder', { params: { id: order.id } }, buyer);
    await shop.work();
    expect([lettersTo(who), lettersTo(soon)]).toEqual([[], []]);
    await shop.call('restoreTool', { params: { id: tool.id } }, admin);
    await shop.work();
    expect([lettersTo(who), lettersTo(soon)]).toMatchObject([[{}], [{}]]);
  });

  test.each([0, -1, 1.5, 1_000_001, 'many'])('is for a whole number of pieces, not for %s', async (pieces) => {
    expect((await set(await scarce(), await shop.person(), pieces)).status).toBe(400);
  });

  test('is had for 100 tools at most, also when two are set at once', async () => {
    const who = await shop.person();
    const tools = await Promise.all(Array.from({ length: MAX_WATCHES + 1 }, () => scarce()));
    for (const tool of tools.slice(2)) expect((await set(tool, who, 250)).status).toBe(200);
    const last = await Promise.all(tools.slice(0, 2).map((tool) => set(tool, who, 250)));
    expect(last.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(last.find(({ status }) => status === 422)?.body.code).toBe('too_many_watches');
    // One that is there already may still be changed.
    const { id } = tools[5] as Tool;
    expect((await set({ id }, who, 260)).status).toBe(200);
    await shop.call('deleteTool', { params: { id } }, admin);
    for (const tool of tools.slice(0, 2)) expect((await set(tool, who, 250)).status).toBe(200);
    await set(await scarce(), who, 250);
    await shop.call('restoreTool', { params: { id } }, admin);
    expect((await set({ id }, who, 240)).status).toBe(200);
  });
});

describe('the mail', () => {
  test('comes once, as soon as so many are free, and ends the wish', async () => {
    const tool = await scarce();
    const [soon, later] = [await shop.person(), await shop.person()];
    await set(tool, soon, 250);
    await set(tool, later, 251);
    await move(tool, 69);
    await shop.work();
    expect(lettersTo(soon)).toEqual([]);
    await move(tool, 1);
    await shop.work();
    expect(await watchOf(tool, soon)).toMatchObject({ pieces: null });
    expect(await watchOf(tool, later)).toMatchObject({ pieces: 251 });
    const [letter, ...more] = lettersTo(soon);
    expect(more).toEqual([]);
    expect(letter?.subject).toBe('250 × Bench Plane are here');
    expect(letter?.text).toContain(`/purchase/${tool.id}?quantity=250`);
    expect(letter?.text).toContain('none are held for you until you order');
    expect(lettersTo(later)).toEqual([]);
    await move(tool, -100);
    await move(tool, 100);
    await shop.work();
    expect(lettersTo(soon)).toHaveLength(1);
    await move(tool, -100);
    await set(tool, soon, 200);
    await move(tool, 100);
    await shop.work();
    expect(lettersTo(soon)).toHaveLength(2);
  });

  test('is not sent when so many are not free any more, and the wish goes on', async () => {
    const tool = await scarce();
    const who = await shop.person();
    await set(tool, who, 250);
    await move(tool, 100);
    await workOutbox(shop.context, SENDERS);
    expect(await watchOf(tool, who)).toMatchObject({ pieces: null });
    await move(tool, -31);
    await shop.work();
    expect(lettersTo(who)).toEqual([]);
    expect(await watchOf(tool, who)).toMatchObject({ pieces: 250 });
    await move(tool, 1);
    await shop.work();
    expect(lettersTo(who)).toHaveLength(1);
  });

  test('gives way to a wish that was told since', async () => {
    const tool = await scarce();
    const who = await shop.person();
    await set(tool, who, 250);
    await move(tool, 100);
    await workOutbox(shop.context, SENDERS);
    await move(tool, -100);
    await set(tool, who, 270);
    await shop.work();
    expect(await watchOf(tool, who)).toMatchObject({ pieces: 270 });
  });

  test('waits until those are served who wait for pieces', async () => {
    const tool = await scarce({ restockAt: '2099-12-03', backorderLimit: 100 });
    const [buyer, who] = [await shop.person(), await shop.person()];
    await placed(shop, buyer, [{ toolId: tool.id, quantity: 250, price: 10, mayWait: true }]);
    await set(tool, who, 30);
    await move(tool, 99);
    await shop.work();
    expect(lettersTo(who)).toEqual([]);
    await move(tool, 1);
    await shop.work();
    expect(lettersTo(who)).toHaveLength(1);
  });

  test('comes when an order gives its pieces back', async () => {
    const tool = await scarce();
    const [buyer, who] = [await shop.person(), await shop.person()];
    const { id } = await placed(shop, buyer, [{ toolId: tool.id, quantity: 100, price: 10 }]);
    await set(tool, who, 180);
    await shop.call('cancelOrder', { params: { id } }, buyer);
    await shop.work();
    expect(lettersTo(who)).toHaveLength(1);
  });

  test('goes to nobody whose account is closed meanwhile', async () => {
    const tool = await scarce();
    const who = await shop.person();
    await set(tool, who, 250);
    await shop.sql`update person set disabled_at = now() where id = ${who.id}`;
    await move(tool, 100);
    await shop.work();
    expect(lettersTo(who)).toEqual([]);
  });
});

describe('at once', () => {
  test('two deliveries send one mail', async () => {
    const tool = await scarce();
    const who = await shop.person();
    await set(tool, who, 250);
    await Promise.all([move(tool, 100), move(tool, 100)]);
    await Promise.all([shop.work(), shop.work()]);
    expect(lettersTo(who)).toHaveLength(1);
  });

  test('whoever asks while pieces come either sees them or is told', async () => {
    for (let round = 0; round < 10; round += 1) {
      const tool = await scarce();
      const who = await shop.person();
      const [asked] = await Promise.all([set(tool, who, 250), move(tool, 70)]);
      await shop.work();
      expect(lettersTo(who)).toHaveLength(asked.body.here ? 0 : 1);
      expect(await watchOf(tool, who)).toMatchObject({ pieces: null });
    }
  });
});

describe('where the shop asks for confirmations', () => {
  test('only those may ask whose email is confirmed, or who have paid', async () => {
    const careful = await ownShop(undefined, undefined, { confirmation: 'asked' });
    const tool = await careful.tool({ available: 10 });
    const [stranger, known, payer] = [await careful.person(), await careful.person(), await careful.person()];
    await careful.sql`update person set email_proof = 'mail' where id = ${known.id}`;
    await paid(careful, payer, await ordered(careful, payer, tool));
    expect(await watchOf(tool, stranger, careful)).toEqual({ pieces: null, state: 'unconfirmed' });
    expect(await set(tool, stranger, 20, careful)).toMatchObject({ status: 409, body: { code: 'watch_unconfirmed' } });
    for (const who of [known, payer]) {
      expect(await watchOf(tool, who, careful)).toEqual({ pieces: null, state: 'open' });
      expect((await set(tool, who, 20, careful)).status).toBe(200);
    }
    await careful.sql`update person set email_proof = null where id = ${known.id}`;
    await careful.sql`update tool set available = 50 where id = ${tool.id}`;
    // Jobs that the database writes are due by its own clock.
    careful.passTime(60_000);
    await careful.work();
    const told = careful.mailbox.mails().filter(({ subject }) => subject.startsWith('20 ×'));
    expect(told.map(({ recipients }) => recipients)).toEqual([[payer.email]]);
  });

  test('a shop without mail takes no wishes', async () => {
    const tool = await scarce();
    const who = await shop.person();
    const silent = { ...shop.context, mailer: undefined };
    const { id } = calls.getTool.params.parse({ id: tool.id });
    expect(await getWatch(silent, who.id, id)).toEqual({ pieces: null, state: 'off' });
    expect(await setWatch(silent, who.id, id, 250)).toMatchObject({ ok: false, failure: { code: 'mail_unavailable' } });
  });
});
