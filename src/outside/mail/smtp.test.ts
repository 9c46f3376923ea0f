import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import type { Email } from '#model/kernel/email.ts';
import { createMailbox } from '#sandbox/mailbox/mailbox.ts';
import { MORE_THAN_AN_ADDRESS, SIGNS } from '../../../tests/attacks/mail-addresses/corpus.ts';
import { createSmtp } from './smtp.ts';

const errors: object[] = [];
const refused = new Map<string, number>();
const mailbox = createMailbox({
  store: ':memory:',
  path: '/mailbox',
  log: { error: (fields) => errors.push(fields) },
  refuse: ({ to }) => {
    const code = refused.get(to);
    return code === undefined ? undefined : { code, message: `No mail for ${to}` };
  },
});
const { host, port } = await mailbox.listen(0);
const from = { name: 'Täst & "Shop" <x@y.de>', address: 'shop@example.com' };
const mailer = createSmtp({ url: `smtp://${host}:${port}`, from });
afterAll(async () => {
  await mailbox.close();
  expect(errors).toEqual([]);
});

const mail = (its: { to?: string; subject?: string; key?: string } = {}) => ({
  to: (its.to ?? 'sam@example.com') as Email,
  subject: its.subject ?? 'Hello',
  text: 'Plain words: €5, https://shop.test/x?a=1&b=2\n',
  html: '<p>Words with <b>weight</b>: €5</p>',
  key: its.key ?? 'a-deed',
});

const headersOf = (source: string) => (source.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ').split('\r\n');

test('a mail arrives with both parts whole, for its one recipient, from the shop', async () => {
  expect(await mailer.send(mail())).toEqual({ ok: true, value: undefined });
  const [arrived] = mailbox.mails();
  expect(arrived).toMatchObject({
    sender: 'shop@example.com',
    recipients: ['sam@example.com'],
    subject: 'Hello',
  });
  expect(arrived?.text.trim()).toBe(mail().text.trim());
  expect(arrived?.html.trim()).toBe(mail().html);
  const names = headersOf(arrived?.source ?? '').map((line) => line.split(':')[0]);
  expect(names.toSorted()).toEqual(
    ['Auto-Submitted', 'Content-Type', 'Date', 'From', 'MIME-Version', 'Message-ID', 'Subject', 'To'].toSorted(),
  );
});

test('answers go to the contact address, where that is another one', async () => {
  const answersTo = async (replyTo: string) => {
    await createSmtp({ url: `smtp://${host}:${port}`, from, replyTo }).send(mail({ key: replyTo }));
    return headersOf(mailbox.mails()[0]?.source ?? '').find((line) => line.startsWith('Reply-To'));
  };
  expect(await answersTo('sales@example.com')).toBe('Reply-To: sales@example.com');
  expect(await answersTo('shop@example.com')).toBeUndefined();
});

test('each try of one mail has the same Message-ID, another mail has another', async () => {
  const idOf = async (key: string) => {
    await mailer.send(mail({ key }));
    return headersOf(mailbox.mails()[0]?.source ?? '').find((line) => line.startsWith('Message-ID'));
  };
  const first = await idOf('placed:1');
  expect(first).toMatch(/^Message-ID: <[0-9a-f]{40}@example\.com>$/);
  expect(await idOf('placed:1')).toBe(first);
  expect(await idOf('placed:2')).not.toBe(first);
});

test('of 150 spellings that are more than an address none reaches the server', async () => {
  expect(MORE_THAN_AN_ADDRESS.length).toBeGreaterThanOrEqual(150);
  const before = mailbox.mails().length;
  for (const to of [...MORE_THAN_AN_ADDRESS, 'SAM@example.com', ' sam@example.com'])
    expect(await mailer.send(mail({ to }))).toEqual({ ok: false, failure: { code: 'bad_address' } });
  expect(mailbox.mails()).toHaveLength(before);
});

test.each(SIGNS.filter((sign) => /\p{Cc}/u.test(sign)))('a subject with the sign %j is not sent', async (sign) => {
  const before = mailbox.mails().length;
  const sent = await mailer.send(mail({ subject: `Hello${sign}Bcc: eve@evil.example` }));
  expect(sent).toEqual({ ok: false, failure: { code: 'bad_subject' } });
  expect(mailbox.mails()).toHaveLength(before);
});

test('a strange subject and the shop\u2019s own strange name stay text in their headers', async () => {
  const subject = 'Your “Täst” <b>order</b>\u2028Bcc: eve@evil.example, =?utf-8?q?x?=';
  expect((await mailer.send(mail({ subject }))).ok).toBe(true);
  const [arrived] = mailbox.mails();
  expect(arrived?.recipients).toEqual(['sam@example.com']);
  const headers = headersOf(arrived?.source ?? '');
  expect(headers.filter((line) => /^(b?cc|to|from|subject):/i.test(line))).toHaveLength(3);
  expect(headers.find((line) => line.startsWith('From'))).toMatch(/<shop@example\.com>$/);
});

test('what the server answers comes back as a code, without the words that quote the address', async () => {
  refused.set('gone@example.com', 550);
  refused.set('later@example.com', 451);
  expect(await mailer.send(mail({ to: 'gone@example.com' }))).toEqual({
    ok: false,
    failure: { code: 'refused', answer: 550 },
  });
  expect(await mailer.send(mail({ to: 'later@example.com' }))).toEqual({
    ok: false,
    failure: { code: 'refused', answer: 451 },
  });
});

test('a server that is not there, and one that hangs up, are unreachable', async () => {
  const nowhere = createSmtp({ url: 'smtp://127.0.0.1:9', from });
  expect(await nowhere.send(mail())).toEqual({ ok: false, failure: { code: 'unreachable' } });
  const rude = createServer((socket) => socket.destroy());
  await new Promise<void>((open) => rude.listen(0, '127.0.0.1', open));
  const address = rude.address() as { port: number };
  const hungUp = createSmtp({ url: `smtp://127.0.0.1:${address.port}`, from });
  expect(await hungUp.send(mail())).toEqual({ ok: false, failure: { code: 'unreachable' } });
  await new Promise((closed) => rude.close(closed));
});

/** Takes every mail, and counts the connections. */
async function openServer() {
  const sockets: Socket[] = [];
  let inMail = false;
  const answer = (line: string): string | undefined => {
    if (inMail) {
      if (line !== '.') return undefined;
      inMail = false;
      return '250 taken';
    }
    inMail = line === 'DATA';
    return inMail ? '354 go on' : '250 yes';
  };
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.write('220 fake.example ESMTP\r\n');
    createInterface({ input: socket }).on('line', (line) => {
      const reply = answer(line);
      if (reply) socket.write(`${reply}\r\n`);
    });
  });
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  return { server, sockets, port: (server.address() as AddressInfo).port };
}

test('mails follow each other over one connection, and over a new one once the server has closed it', async () => {
  const { server, sockets, port: openPort } = await openServer();
  const pooled = createSmtp({ url: `smtp://127.0.0.1:${openPort}`, from });
  for (const key of ['one', 'two']) expect(await pooled.send(mail({ key }))).toEqual({ ok: true, value: undefined });
  expect(sockets).toHaveLength(1);
  sockets[0]?.destroy();
  expect(await pooled.send(mail({ key: 'three' }))).toEqual({ ok: true, value: undefined });
  expect(sockets).toHaveLength(2);
  sockets[1]?.destroy();
  await new Promise((closed) => server.close(closed));
});

test.each(['sam:hush@', ''])('neither a password nor a mail is sent to a far server without TLS: "%s"', async (who) => {
  const plain: string[] = [];
  const server = createServer((socket) => {
    socket.write('220 plain.example ESMTP\r\n');
    socket.on('data', (chunk) => {
      plain.push(String(chunk));
      socket.write(/^EHLO/.test(String(chunk)) ? '250-plain.example\r\n250 AUTH PLAIN LOGIN\r\n' : '500 what\r\n');
    });
  });
  await new Promise<void>((open) => server.listen(0, '127.0.0.2', open));
  const { port: taken } = server.address() as { port: number };
  const sent = await createSmtp({ url: `smtp://${who}127.0.0.2:${taken}`, from }).send(mail());
  expect(sent.ok).toBe(false);
  expect(plain.join('')).not.toMatch(/AUTH|hush|c2Ft|MAIL|RCPT/);
  await new Promise((closed) => server.close(closed));
});
