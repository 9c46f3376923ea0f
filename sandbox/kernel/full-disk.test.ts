import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ownDisk } from '../../tests/harness/own-disk.ts';
import { payPalWish, startPayPalCalls } from '../../tests/harness/paypal-sandbox.ts';
import { startStripeSandbox } from '../../tests/harness/stripe-sandbox.ts';
import { createMailbox } from '../mailbox/mailbox.ts';

const disk = await ownDisk(8);
afterEach(() => disk.free().catch(() => {}));
const PAGE = 'x'.repeat(50_000);

describe.runIf(disk.real)('while the disk is full', () => {
  test('the mailbox asks for the mail again later, keeps those it took, and goes on once there is room', async () => {
    const mailbox = createMailbox({ store: join(disk.folder, 'mail.sqlite'), path: '', log: { error: () => {} } });
    const { host, port } = await mailbox.listen(0);
    const transport = nodemailer.createTransport({ host, port, ignoreTLS: true });
    onTestFinished(async () => {
      transport.close();
      await mailbox.close();
    });
    const send = (subject: string) =>
      transport.sendMail({ from: 'shop@example.com', to: 'sam@example.com', subject, text: PAGE });
    await send('Before');
    await disk.fill(0);
    for (let n = 0; n < 3; n += 1) await expect(send('Meanwhile')).rejects.toMatchObject({ responseCode: 451 });
    expect(mailbox.mails().map((it) => it.subject)).toEqual(['Before']);
    expect((await mailbox.fetch(new Request('http://shop.test/'))).status).toBe(200);
    await disk.free();
    await send('After');
    expect(mailbox.mails().map((it) => it.subject)).toEqual(['After', 'Before']);
  });

  test('the payment stand-in answers 503, keeps what it has said, and goes on once there is room', async () => {
    const warnings: string[] = [];
    const log = { debug: () => {}, warn: (_: object, line: string) => warnings.push(line), error: () => {} };
    const shop = await startStripeSandbox({ store: join(disk.folder, 'stripe.sqlite'), log });
    const kept = await shop.newPayment();
    await disk.fill(0);
    const fields = { amount: '7140', currency: 'usd', description: 'x'.repeat(500) };
    const create = () => shop.server('/v1/payment_intents', fields, { 'idempotency-key': 'once' });
    // What room is left in its file may take one or two.
    const answers = [];
    for (let n = 0; n < 40; n += 1) answers.push(await shop.server('/v1/payment_intents', fields));
    expect(answers.at(-1)).toMatchObject({ status: 503, body: { error: { type: 'api_error' } } });
    expect((await create()).status).toBe(503);
    expect((await shop.server(`/v1/payment_intents/${kept.id}`)).status).toBe(200);
    expect(warnings).toContain('the payment stand-in cannot write to its disk');
    await disk.free();
    expect((await create()).status).toBe(200);
    const { body } = await shop.server('/v1/payment_intents?limit=100');
    const there = new Set((body as unknown as { data: { id: string }[] }).data.map((it) => it.id));
    const said = [kept.id, ...answers.filter((it) => it.status === 200).map((it) => it.body.id)];
    expect(said.filter((id) => !there.has(id))).toEqual([]);
  });

  test('the PayPal stand-in answers 503, and goes on once there is room', async () => {
    const { sandbox, call } = await startPayPalCalls({ store: join(disk.folder, 'paypal.sqlite') });
    const fill = async () => {
      const answers = [];
      for (let n = 0; n < 40; n += 1)
        answers.push((await call('/v2/checkout/orders', payPalWish(), `key-${n}`)).status);
      return answers;
    };
    const { id } = (await call('/v2/checkout/orders', payPalWish(), 'before')).body;
    await disk.fill(0);
    expect((await fill()).at(-1)).toBe(503);
    expect((await call(`/v2/checkout/orders/${id}`)).status).toBe(200);
    expect((await sandbox.fetch(new Request(`http://shop.test/checkoutnow?token=${id}`))).status).toBe(200);
    await disk.free();
    expect((await fill()).every((status) => status === 200)).toBe(true);
  });

  test('a webhook that was taken and cannot be ticked off is sent again', async () => {
    const receiver = createServer((request, response) => {
      request.resume();
      void arrived().then(() => response.end('taken'));
    });
    let arrived = async () => {};
    await new Promise<void>((open) => receiver.listen(0, '127.0.0.1', open));
    onTestFinished(() => void receiver.close());
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const store = join(disk.folder, 'webhooks.sqlite');
    const webhook = { url, secret: 'whsec_x', retryAfterMs: Array.from({ length: 200 }, () => 20) };
    const shop = await startStripeSandbox({ store, webhook, log: { debug() {}, warn() {}, error() {} } });
    let tries = 0;
    arrived = async () => {
      tries += 1;
      if (tries === 1) await disk.fill(0);
      if (tries === 3) await disk.free();
    };
    const { id } = await shop.newPayment();
    const pending = async () => {
      const { body } = await shop.server('/v1/events?limit=10');
      const events = (body as unknown as { data: { pending_webhooks: number; data: { object: { id: string } } }[] })
        .data;
      return events.find((event) => event.data.object.id === id)?.pending_webhooks;
    };
    await vi.waitUntil(async () => (await pending()) === 0, { timeout: 10_000 });
    expect(tries).toBeGreaterThanOrEqual(3);
  });
});
