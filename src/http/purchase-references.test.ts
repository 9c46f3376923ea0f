import { describe, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { ownShop, type Person } from '../../tests/harness/own-shop.ts';
import { CONTACT, line, place } from '../../tests/harness/purchases.ts';

const shop = await ownShop();
const tool = await shop.tool({ available: 10_000 });
const REFERENCES = { po_number: '4500018822', job: 'Dock 3 refit' };

const post = (who: Person, its: object) => {
  const lines = [{ tools_id: tool.id, quantity: tool.minQuantity, tools_price: tool.price }];
  return shop.call('placePurchase', { body: { ...CONTACT, lines, ...its } }, who);
};
const see = async (id: string, who: Person) => (await shop.call('getPurchase', { params: { id } }, who)).body;
const defaultsOf = async (who: Person) => (await shop.call('getOrderDefaults', {}, who)).body;

describe('PO number and job of a purchase', () => {
  test('are kept, and shown with the purchase and with its orders, of a single order too', async () => {
    const buyer = await shop.person();
    const { insertedId: id } = (await post(buyer, { po_number: ' 4500018822 ', job: 'Dock 3 refit' })).body;
    const seen = await see(id, buyer);
    expect(calls.getPurchase.response.parse(seen)).toEqual(seen);
    expect(seen).toMatchObject(REFERENCES);
    const { body: order } = await shop.call('getOrder', { params: { id } }, buyer);
    expect(order.purchase).toEqual({ id, number: seen.number, lines: 1, amount: 35, ...REFERENCES });
    const [listed] = (await shop.call('listMyOrders', { params: { email: buyer.email } }, buyer)).body;
    expect(listed.purchase).toEqual(order.purchase);
  });

  test('are absent where none was given or an empty one', async () => {
    const buyer = await shop.person();
    for (const its of [{}, { po_number: '  ', job: '' }]) {
      const { insertedId: id } = (await post(buyer, its)).body;
      const seen = await see(id, buyer);
      expect(['po_number' in seen, 'job' in seen, 'purchase' in seen.lines[0]]).toEqual([false, false, false]);
    }
  });

  test('may have 40 characters, in one line', async () => {
    const buyer = await shop.person();
    const wrong = (field: string, message: string) => ({ status: 400, body: { errors: [{ field, message }] } });
    expect(await post(buyer, { po_number: 'P'.repeat(41) })).toMatchObject(
      wrong('po_number', 'PO number may have 40 characters at most.'),
    );
    expect(await post(buyer, { job: 'Dock 3\nrefit' })).toMatchObject(
      wrong('job', 'Job must be one line of plain text.'),
    );
    expect((await post(buyer, { po_number: 'P'.repeat(40), job: '😀'.repeat(20) })).status).toBe(200);
  });

  test('are part of what a key stands for', async () => {
    const [buyer, key] = [await shop.person(), `key-${crypto.randomUUID()}`];
    const send = (its: object) =>
      shop.call(
        'placePurchase',
        {
          body: { ...CONTACT, lines: [{ tools_id: tool.id, quantity: 5, tools_price: tool.price }], ...its },
          headers: { 'idempotency-key': key },
        },
        buyer,
      );
    expect((await send(REFERENCES)).status).toBe(200);
    expect((await send(REFERENCES)).status).toBe(200);
    expect((await send({ ...REFERENCES, job: 'Van stock' })).body.code).toBe('idempotency_key_reused');
  });

  test('are in the mails about it to a confirmed address, and in none to another', async () => {
    const [known, unknown] = [await shop.person(), await shop.person()];
    await shop.sql`update person set email_proof = 'mail' where email = ${known.email}`;
    await shop.sql`update person set email_proof = null where email = ${unknown.email}`;
    for (const who of [known, unknown]) await post(who, REFERENCES);
    shop.passTime(120_000);
    await shop.work();
    const textTo = ({ email }: Person) => shop.mailbox.mails().find((mail) => mail.recipients.includes(email))?.text;
    expect(textTo(known)).toContain('PO number: 4500018822');
    expect(textTo(known)).toContain('Job: Dock 3 refit');
    expect(textTo(unknown)).toContain('Quantity: 5');
    expect(textTo(unknown)).not.toMatch(/4500018822|Dock 3/);
  });
});

describe('GET /orderDefaults', () => {
  test('has nothing of somebody who has never ordered but the location of the profile', async () => {
    const buyer = await shop.person();
    expect(await defaultsOf(buyer)).toEqual({ latest: null, addresses: [] });
    await shop.sql`insert into profile (person_id, education, location, phone, linkedin)
      values (${buyer.id}, 'Joinery', 'Leeds', '5550142200', 'https://linkedin.com/in/dana')`;
    expect(await defaultsOf(buyer)).toEqual({ latest: null, addresses: ['Leeds'] });
  });

  test('has each address once, the latest first, 10 at most, and what was given last', async () => {
    const buyer = await shop.person();
    const order = async (address: string, its: object = {}) => post(buyer, { address, ...its });
    await order('12 Old Street');
    for (let no = 1; no <= 9; no += 1) await order(`${no} New Street`, { po_number: `PO-${no}` });
    await order('1 New Street', { job: 'Van stock' });
    await order('Another');
    const found = await defaultsOf(buyer);
    expect(calls.getOrderDefaults.response.parse(found)).toEqual(found);
    const numbers = [1, 9, 8, 7, 6, 5, 4, 3, 2];
    expect(found.addresses).toEqual(['Another', ...numbers.map((no) => `${no} New Street`)]);
    expect(found.latest).toEqual({ phone: CONTACT.phone, address: 'Another' });
    await order('9 New Street', REFERENCES);
    expect((await defaultsOf(buyer)).latest).toEqual({ phone: CONTACT.phone, address: '9 New Street', ...REFERENCES });
  });

  test("shows nothing of other people's orders, and nothing to visitors and admins", async () => {
    const other = await shop.person();
    await place(shop, other, [line(tool)]);
    expect((await defaultsOf(await shop.person())).addresses).toEqual([]);
    expect((await shop.call('getOrderDefaults', {})).status).toBe(401);
    expect((await shop.call('getOrderDefaults', {}, await shop.person('admin'))).status).toBe(403);
  });
});
