import { describe, expect, test } from 'vitest';
import { Email } from '#model/kernel/email.ts';
import { begun, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { ORIGIN, ownShop, type Person } from '../../../tests/harness/own-shop.ts';
import { setState } from '../../../tests/harness/purchase-rows.ts';
import { changeRights } from '../people/change-rights.ts';

const shop = await ownShop();
const pay = payments(shop);
const tool = await shop.tool({ name: 'Test <b>Hammer</b> & Co', available: 10_000, price: 12 });
const MINUTE = 60_000;

/** Sends what is waiting. The rows are written with the database's own time, which may be ahead of the shop's clock. */
async function deliver() {
  shop.passTime(2 * MINUTE);
  await shop.work();
}
const mailsTo = ({ email }: Pick<Person, 'email'>) =>
  shop.mailbox
    .mails()
    .filter((mail) => mail.recipients.includes(email))
    .toReversed();
const subjectsTo = (who: Person) => mailsTo(who).map((mail) => mail.subject.replace(/P-\d+/, 'N'));
const last = (who: Person) => {
  const mail = mailsTo(who).at(-1);
  if (!mail) throw new Error('No mail');
  return mail;
};
const settle = async (buyer: Person, order: { id: string }, intentId: string) => {
  const body = { order_id: order.id, transactionId: intentId };
  expect((await shop.call('confirmPayment', { params: { id: order.id }, body }, buyer)).status).toBe(200);
};

describe('an order tells its customer', () => {
  test('that it was placed, what it costs, and that it is paid and shipped: each once', async () => {
    const [buyer, admin] = [await shop.person(), await shop.person('admin')];
    const order = await ordered(shop, buyer, tool, 100);
    await deliver();
    expect(subjectsTo(buyer)).toEqual(['Your Toolyard order N']);
    const { number } = (await shop.call('getOrder', { params: { id: order.id } }, buyer)).body;
    const placed = last(buyer);
    expect(placed.subject).toBe(`Your Toolyard order ${number}`);
    for (const line of [
      `Purchase: ${number}`,
      'Quantity: 100',
      'Price per piece: $12',
      'Total price: $1,200',
      'First order, 30% off: \u2212$360',
      'Amount to pay: $840',
      `${ORIGIN}/dashboard/payment/${order.id}`,
    ])
      expect(placed.text).toContain(line);
    expect(placed.html).toContain('Test &lt;b&gt;Hammer&lt;/b&gt; &amp; Co');
    expect(placed.html).toContain('$840');

    const renewed = await shop.renewed(buyer);
    const { clientSecret, intentId } = await begun(shop, renewed, order);
    await pay.confirm(clientSecret);
    await settle(renewed, order, intentId);
    for (const event of await pay.events(intentId)) await pay.deliver(event);
    await deliver();
    expect(subjectsTo(buyer)).toEqual(['Your Toolyard order N', 'Receipt for your Toolyard order N']);
    expect(last(buyer).text).toContain('Paid: $840');
    expect(last(buyer).text).toContain(`Transaction id: ${intentId}`);
    expect(last(buyer).text).toMatch(/It ships by \d+ \w+ \d{4}, 7 days after the payment cleared/);

    const shipper = await shop.renewed(admin);
    for (let n = 0; n < 3; n += 1) await shop.call('shipOrder', { params: { id: order.id } }, shipper);
    await deliver();
    await deliver();
    expect(subjectsTo(buyer)).toEqual([
      'Your Toolyard order N',
      'Receipt for your Toolyard order N',
      'Your Toolyard order N has shipped',
    ]);
  });

  test('that it was cancelled, once, and not that it waits for its payment', async () => {
    const buyer = await shop.person();
    const order = await ordered(shop, buyer, tool);
    await Promise.all(Array.from({ length: 5 }, () => shop.call('cancelOrder', { params: { id: order.id } }, buyer)));
    await deliver();
    expect(subjectsTo(buyer).toSorted()).toEqual(['Your Toolyard order N', 'Your Toolyard order N was cancelled']);
    const texts = mailsTo(buyer).map((mail) => mail.text);
    expect(texts.join()).not.toMatch(/\/dashboard\/payment\/|to pay/);
    expect(last(buyer).text).toMatch(/Nothing was charged|Here is what you ordered/);
  });

  test('what was ordered, and nothing to pay, once it is paid before the mail leaves', async () => {
    const buyer = await shop.person();
    const order = await ordered(shop, buyer, tool);
    const { clientSecret, intentId } = await begun(shop, buyer, order);
    await pay.confirm(clientSecret);
    await settle(buyer, order, intentId);
    await deliver();
    expect(subjectsTo(buyer).toSorted()).toEqual(['Receipt for your Toolyard order N', 'Your Toolyard order N']);
    const placed = mailsTo(buyer).find(({ subject }) => subject.startsWith('Your'));
    expect(placed?.text).toContain(`Amount: $${order.amount}`);
    expect(placed?.text).not.toMatch(/to pay|Pay Now|once it is paid/);
  });

  test('that money which came too late went back', async () => {
    const buyer = await shop.person();
    const order = await ordered(shop, buyer, tool);
    const { clientSecret, intentId } = await begun(shop, buyer, order);
    await pay.confirm(clientSecret);
    await shop.sql`update tool set available = available + (select hold_quantity from orders where id = ${order.id}) where id = ${tool.id}`;
    await shop.sql`insert into stock_move (tool_id, order_id, hold_no, kind, delta) select tool_id, id, hold_no, 'release', hold_quantity from orders where id = ${order.id}`;
    await shop.sql`update orders set hold_quantity = 0 where id = ${order.id}`;
    await setState(shop.sql, order.id, 'cancelled', { hold_until: null });
    for (const event of await pay.events(intentId)) await pay.deliver(event);
    await deliver();
    await deliver();
    const refunds = mailsTo(buyer).filter((mail) => mail.subject.startsWith('Refund'));
    expect(refunds).toHaveLength(1);
    expect(refunds[0]?.text).toContain(`Returned: $${order.amount}`);
    expect(refunds[0]?.text).toContain(intentId);
    expect(refunds[0]?.text).toContain('reached us too late');
  });

  test('nothing when it was refused: neither a row nor a mail', async () => {
    const buyer = await shop.person();
    const body = { phone: '1', address: 'x', quantity: 5, tools_price: 99, tools_id: tool.id };
    expect((await shop.call('placeOrder', { body: { ...body, phone: '5550142200' } }, buyer)).status).toBe(409);
    await deliver();
    expect(mailsTo(buyer)).toEqual([]);
  });

  test('how many pieces, written as elsewhere, in the line that mail programs show first', async () => {
    const buyer = await shop.person();
    await ordered(shop, buyer, tool, 1_200);
    await deliver();
    expect(last(buyer).html).toContain('1,200 pieces.');
  });

  test('nothing twice when its submit is repeated', async () => {
    const buyer = await shop.person();
    const body = { phone: '5550142200', address: '1 Main Street', quantity: 5, tools_price: 12, tools_id: tool.id };
    const headers = { 'idempotency-key': 'one-and-the-same-key' };
    await Promise.all(Array.from({ length: 8 }, () => shop.call('placeOrder', { body, headers }, buyer)));
    await deliver();
    expect(subjectsTo(buyer)).toEqual(['Your Toolyard order N']);
  });
});

test('what customers write stands in no mail', async () => {
  const buyer = await shop.person();
  await shop.sql`update person set name = 'Click http://evil.example now' where id = ${buyer.id}`;
  const body = {
    phone: '5550142200',
    address: 'You won! http://evil.example',
    quantity: 5,
    tools_price: 12,
    tools_id: tool.id,
  };
  const placed = await shop.call('placeOrder', { body }, buyer);
  await shop.call('cancelOrder', { params: { id: placed.body.insertedId } }, buyer);
  await shop.call('requestReset', { body: { email: buyer.email } });
  await deliver();
  expect(mailsTo(buyer)).toHaveLength(3);
  for (const mail of mailsTo(buyer)) expect(mail.source + mail.html + mail.text).not.toMatch(/evil|Main Street|555014/);
});

test('a new admin and the admins before are told, by either way of making one, and nobody else', async () => {
  const own = await ownShop();
  const [first, demo, gone, customer, dana, eve] = [
    await own.person('admin'),
    await own.person('admin'),
    await own.person('admin'),
    await own.person(),
    await own.person(),
    await own.person(),
  ];
  await own.sql`update person set demo = true where id = ${demo.id}`;
  await own.sql`update person set disabled_at = now() where id = ${gone.id}`;
  const send = async () => {
    own.passTime(2 * MINUTE);
    await own.work();
  };
  const told = (who: Person) =>
    own.mailbox
      .mails()
      .filter((mail) => mail.recipients.includes(who.email))
      .map((mail) => mail.subject);
  await Promise.all(Array.from({ length: 4 }, () => own.call('makeAdmin', { params: { email: dana.email } }, first)));
  await send();
  expect(told(dana)).toEqual(['You are now an admin of Toolyard']);
  expect(told(first)).toEqual(['Toolyard has a new admin']);
  expect(own.mailbox.mails().find((mail) => mail.recipients.includes(first.email))?.text).toContain(
    `Account: ${dana.email}`,
  );
  await changeRights(own.context, Email.parse(eve.email), 'grant');
  // Nobody hears of what was taken back before its mails left.
  for (const change of ['grant', 'demote'] as const)
    await changeRights(own.context, Email.parse(customer.email), change);
  await send();
  expect(told(eve)).toEqual(['You are now an admin of Toolyard']);
  expect(told(dana)).toEqual(['Toolyard has a new admin', 'You are now an admin of Toolyard']);
  expect([demo, gone, customer].flatMap(told)).toEqual([]);
});

test('what the release before has posted still leaves, though its messages said less', async () => {
  const [buyer, admin] = [await shop.person(), await shop.person('admin')];
  const order = await ordered(shop, buyer, tool);
  const { clientSecret, intentId } = await begun(shop, buyer, order);
  await pay.confirm(clientSecret);
  await settle(buyer, order, intentId);
  const body = { tracking: '1Z999AA10123456784' };
  expect((await shop.call('shipPurchase', { params: { id: order.id }, body }, admin)).status).toBe(200);
  await deliver();
  const before = mailsTo(buyer).length;
  await shop.sql`
    insert into job (queue, kind, key, payload)
    select 'mail', kind, kind || ':of the release before', jsonb_build_object('orderId', ${order.id}::text, 'shipmentId', (select id from shipment where purchase_id = ${order.id}))
      from unnest(array['mail.ship-to-changed', 'mail.line-dropped', 'mail.tracking-corrected']) as kind`;
  await deliver();
  const texts = mailsTo(buyer)
    .slice(before)
    .map(({ text }) => text)
    .join();
  for (const said of [
    'We changed where your order is sent.',
    'It was taken out before',
    'number that we sent you before',
  ])
    expect(texts).toContain(said);
});

test('every kind of mail has its text and loads nothing from anywhere', async () => {
  const kinds = new Set((await shop.sql`select distinct kind from job`).map((row) => row.kind));
  expect([...kinds].filter((kind) => kind.startsWith('mail.')).length).toBeGreaterThanOrEqual(5);
  for (const { html, text, subject } of shop.mailbox.mails()) {
    expect(text.trim().length).toBeGreaterThan(80);
    expect(subject).not.toMatch(/undefined|NaN|null/);
    expect(`${html}${text}`).not.toMatch(/undefined|NaN|\[object/);
    expect(html).not.toMatch(/<(img|link|script|iframe|form|object|video)\b|url\(|@import/i);
    for (const [, href] of html.matchAll(/href="([^"]*)"/g))
      expect(href).toMatch(/^(http:\/\/shop\.test(\/|$)|mailto:sales@example\.com$)/);
  }
});
