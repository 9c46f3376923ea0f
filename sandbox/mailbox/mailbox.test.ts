import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { expect, onTestFinished, test } from 'vitest';
import { createMailbox } from './mailbox.ts';

const NASTY = '<script>alert(1)</script>"><img src=x onerror=alert(1)>';

async function open(store = ':memory:') {
  const mailbox = createMailbox({ store, path: '/sandbox/mailbox', log: { error: () => {} } });
  let isOpen = true;
  const close = async () => {
    transport.close();
    if (isOpen) await mailbox.close();
    isOpen = false;
  };
  onTestFinished(close);
  const { host, port } = await mailbox.listen(0);
  const transport = nodemailer.createTransport({ host, port, ignoreTLS: true, pool: true });
  const send = (subject: string, html = '<p>Hello</p>', text = 'Hello') =>
    transport.sendMail({ from: 'shop@example.com', to: 'sam@example.com', subject, html, text });
  const get = async (path: string) => {
    const answer = await mailbox.fetch(new Request(`http://shop.test${path}`));
    return { status: answer.status, text: await answer.text(), policy: answer.headers.get('content-security-policy') };
  };
  return { mailbox, host, port, send, get, close };
}

test('lists the mails, newest first, and shows one with its text, its HTML and its source', async () => {
  const { send, get } = await open();
  expect((await get('/')).text).toContain('No mail yet');
  await send('First');
  await send('Second', '<p>Hello <b>you</b></p>', 'Go to https://shop.test/reset-password#token=abc\nnow');
  const { text } = await get('/');
  expect(text.indexOf('Second')).toBeLessThan(text.indexOf('First'));
  expect(text).toContain('href="/sandbox/mailbox/2"');
  expect((await get('/2')).text).toContain('<iframe src="/sandbox/mailbox/2/html"');
  expect((await get('/2?view=text')).text).toContain('href="https://shop.test/reset-password#token=abc"');
  expect((await get('/2/html')).text.trim()).toBe('<p>Hello <b>you</b></p>');
  expect((await get('/2/source')).text).toContain('Subject: Second');
  for (const path of ['/3', '/3/html', '/3/source', '/x']) expect((await get(path)).status).toBe(404);
});

test('nothing of a mail becomes part of the page, and no page runs a script', async () => {
  const { send, get } = await open();
  await send(NASTY, NASTY, NASTY);
  for (const path of ['/', '/1', '/1?view=text']) {
    const { text, policy } = await get(path);
    expect(text).not.toContain('<script');
    expect(text).not.toContain('<img');
    expect(policy).toMatch(/^default-src 'none'; style-src 'self'/);
  }
  const { policy } = await get('/1/html');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/script-src|img-src|allow-scripts|allow-same-origin/);
  expect(policy).toContain('sandbox allow-popups');
});

test('listens on this machine only, and refuses what is too large', async () => {
  const { mailbox, host, port, send } = await open();
  expect(host).toBe('127.0.0.1');
  const outside = await new Promise<string>((done) => {
    const socket = connect({ host: '::1', port }, () => done('open'));
    socket.once('error', () => done('closed'));
  });
  expect(outside).toBe('closed');
  await expect(send('Large', 'x'.repeat(2 * 1024 * 1024))).rejects.toThrow();
  expect(mailbox.mails()).toEqual([]);
});

test('keeps the mail over a restart, and the last 200 only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mailbox-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'mail.sqlite');
  const first = await open(file);
  await first.send('Kept');
  await first.close();
  const second = await open(file);
  expect(second.mailbox.mails().map((mail) => mail.subject)).toEqual(['Kept']);
  for (let n = 0; n < 200; n += 20)
    await Promise.all(Array.from({ length: 20 }, (_, more) => second.send(`Mail ${n + more}`)));
  const subjects = second.mailbox.mails().map((mail) => mail.subject);
  expect(subjects).toHaveLength(200);
  expect(subjects).not.toContain('Kept');
});
