import { domainToUnicode } from 'node:url';
import { expect, test } from 'vitest';
import { ORIGIN, ownShop } from '../harness/own-shop.ts';
import { shopState } from '../harness/shop-state.ts';
import { MORE_THAN_AN_ADDRESS, ONE_ADDRESS } from './mail-addresses/corpus.ts';

/** Milliseconds. A whole corpus goes through one test, perhaps on a busy machine. */
const PATIENCE = 120_000;
const shop = await ownShop();

let network = 0;
/** Asks from a network of its own, so that no limit of networks gets in the way. */
const ask = (email: string, headers: Record<string, string> = {}) => {
  network += 1;
  const from = `203.0.${Math.floor(network / 250)}.${network % 250}`;
  return shop.call('requestReset', { body: { email }, headers, from });
};
const deliver = async () => {
  // The rows are written with the database's own time, which may be ahead of the shop's clock.
  shop.passTime(120_000);
  await shop.work();
};
const account = (email: string) => shop.sql`insert into person (name, email) values ('Sam', ${email})`;

test('of 150 spellings that are more than an address none is taken, and nothing is kept of them', {
  timeout: PATIENCE,
}, async () => {
  expect(new Set(MORE_THAN_AN_ADDRESS).size).toBe(MORE_THAN_AN_ADDRESS.length);
  expect(MORE_THAN_AN_ADDRESS.length).toBeGreaterThanOrEqual(150);
  const before = await shopState(shop.sql);
  const through: string[] = [];
  for (const email of MORE_THAN_AN_ADDRESS) {
    const statuses = [
      (await ask(email)).status,
      (await shop.call('signUp', { body: { name: 'Sam', email, password: 'secret' } })).status,
    ];
    if (statuses.some((status) => status !== 400)) through.push(`${JSON.stringify(email)}: ${statuses.join()}`);
  }
  await deliver();
  expect(through).toEqual([]);
  expect(await shopState(shop.sql)).toBe(before);
  expect(shop.mailbox.mails()).toEqual([]);
});

const headersOf = (source: string) => (source.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ').split('\r\n');
const HEADERS = 'Auto-Submitted Content-Type Date From MIME-Version Message-ID Subject To';

test('to each odd address that is one goes one mail with one recipient and the headers of every mail', {
  timeout: PATIENCE,
}, async () => {
  for (const email of ONE_ADDRESS) {
    await account(email);
    expect((await ask(email)).status, email).toBe(200);
  }
  await deliver();
  const mails = shop.mailbox.mails().map((mail) => ({ ...mail, headers: headersOf(mail.source) }));
  const wrong: string[] = [];
  for (const email of ONE_ADDRESS) {
    const its = mails.filter(({ headers }) => headers.includes(`To: ${email}`));
    const [mail] = its;
    // The server of the test shows addresses in the letters of their language.
    const recipient = email.replace(/@.*/, (domain) => `@${domainToUnicode(domain.slice(1))}`);
    if (its.length !== 1 || mail?.recipients.join() !== recipient || mail.sender !== 'shop@example.com')
      wrong.push(`${email}: ${its.length} to ${its.map(({ recipients }) => recipients)}`);
    const names = (mail?.headers ?? []).map((line) => line.split(':')[0]).toSorted();
    if (names.join(' ') !== HEADERS) wrong.push(`${email}: ${names}`);
  }
  expect(wrong).toEqual([]);
  expect(shop.mailbox.mails()).toHaveLength(ONE_ADDRESS.length);
});

const HOSTS: Record<string, string>[] = [
  { host: 'evil.example' },
  { host: 'shop.test.evil.example' },
  { host: 'shop.test:8443' },
  { host: 'shop.test@evil.example' },
  { host: 'evil.example/reset-password?' },
  { 'x-forwarded-host': 'evil.example' },
  { 'x-forwarded-host': 'shop.test, evil.example' },
  { forwarded: 'for=1.2.3.4;host=evil.example;proto=https' },
  { 'x-original-host': 'evil.example', 'x-host': 'evil.example' },
  { 'x-forwarded-server': 'evil.example', 'x-forwarded-port': '8443' },
  { 'x-forwarded-proto': 'https', 'x-forwarded-prefix': '/evil' },
  { referer: 'https://evil.example/forgot-password', 'x-original-url': 'https://evil.example/' },
  { 'x-rewrite-url': 'https://evil.example/', 'x-http-host-override': 'evil.example' },
];

test('12 names for the host change no letter of the link in the mail', { timeout: PATIENCE }, async () => {
  expect(HOSTS.length).toBeGreaterThanOrEqual(12);
  await deliver();
  const sent = shop.mailbox.mails().length;
  let due = 0;
  for (const [at, headers] of HOSTS.entries()) {
    const email = `host${at}@example.com`;
    await account(email);
    // A shop that does not answer to such a host at all sends no mail either.
    const { status } = await ask(email, headers);
    expect([200, 421], JSON.stringify(headers)).toContain(status);
    if (status === 200) due += 1;
  }
  await deliver();
  const mails = shop.mailbox.mails().slice(0, shop.mailbox.mails().length - sent);
  expect(mails).toHaveLength(due);
  for (const { text, html, source } of mails) {
    expect(new Set(text.match(/https?:\/\/[^/\s]+/g))).toEqual(new Set([ORIGIN]));
    expect(text).toMatch(/http:\/\/shop\.test\/reset-password#token=[\w-]{43}\s/);
    expect(html + source).not.toMatch(/evil|:8443|https:/);
  }
});
