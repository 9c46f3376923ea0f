import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { ownShop, SENDERS } from '../../../tests/harness/own-shop.ts';
import { workMails } from '../kernel/send-messages.ts';

const shop = await ownShop();
const MINUTE = 60_000;

const asked = new Map<string, number>();
const ask = async (email: string) => {
  expect((await shop.call('requestReset', { body: { email } })).status).toBe(200);
  const [row] = await shop.sql`select id from job where payload ->> 'email' = ${email}`;
  asked.set(email, row?.id);
  shop.passTime(2 * MINUTE);
};
const stateOf = async (email: string) => {
  const [row] = await shop.sql`
    select attempts, last_error, done_at is not null as done, dead_at is not null as dead, run_at, payload
      from job where id = ${asked.get(email) ?? 0}`;
  return row;
};

test('a refused mail is tried again later and later, and given up after 12 tries with a line that names nobody', async () => {
  const { email } = await shop.person();
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const context = { ...shop.context, log: pino({ level: 'trace' }, stream) };
  shop.refuseMail(({ to }) => (to === email ? { code: 451, message: `Not now, ${to}` } : undefined));
  await ask(email);
  const waits: number[] = [];
  for (let tries = 1; tries <= 12; tries += 1) {
    expect(await workMails(context, SENDERS)).toBe(1);
    expect(await workMails(context, SENDERS)).toBe(0);
    const row = await stateOf(email);
    expect(row).toMatchObject({ attempts: tries, last_error: 'refused 451', done: false, dead: tries === 12 });
    const wait = new Date(row?.run_at).getTime() - context.clock().getTime();
    waits.push(wait / 1000);
    shop.passTime(wait);
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
  shop.passTime(24 * 60 * MINUTE);
  expect(await workMails(context, SENDERS)).toBe(0);
  expect((await stateOf(email))?.payload).toEqual({});
  expect(lines.filter((line) => line.includes('given up'))).toHaveLength(1);
  expect(lines.join('')).not.toContain(email.split('@')[0]);
  expect(lines.join('')).not.toContain('token');
  shop.refuseMail(() => undefined);
});

test('a mail that was refused for a while arrives once, and one that waits keeps no other waiting', async () => {
  const [slow, quick] = [await shop.person(), await shop.person()];
  shop.refuseMail(({ to }) => (to === slow.email ? { code: 421, message: 'Busy' } : undefined));
  await ask(slow.email);
  await ask(quick.email);
  await workMails(shop.context, SENDERS);
  // Whom it went to is kept as long as it has to go.
  expect(await stateOf(quick.email)).toMatchObject({ done: true, attempts: 1, payload: {} });
  expect(await stateOf(slow.email)).toMatchObject({
    ...{ done: false, last_error: 'refused 421', payload: { email: slow.email } },
  });
  shop.refuseMail(() => undefined);
  shop.passTime(MINUTE);
  await shop.work();
  await shop.work();
  expect(await stateOf(slow.email)).toMatchObject({ done: true, last_error: null });
  expect(shop.mailbox.mails().filter((mail) => mail.recipients.includes(slow.email))).toHaveLength(1);
});

test('two processes of one shop send a mail once', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => shop.person()));
  for (const { email } of people) await ask(email);
  const twice = () => Promise.all([workMails(shop.context, SENDERS), workMails(shop.context, SENDERS)]);
  while ((await twice()).some((taken) => taken > 0));
  for (const { email } of people)
    expect(shop.mailbox.mails().filter((mail) => mail.recipients.includes(email))).toHaveLength(1);
});

test('without a mail server the call says so, and what was left before waits', async () => {
  const { email } = await shop.person();
  await ask(email);
  const context = { ...shop.context, mailer: undefined };
  await workMails(context, SENDERS);
  expect(await stateOf(email)).toMatchObject({ done: false, last_error: 'no mail server' });
});
