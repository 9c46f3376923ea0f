import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createApp, knownHosts } from '#http/app.ts';
import { LISTENING, listen } from '#http/listen.ts';
import { ORIGIN, ownShop } from '../harness/own-shop.ts';
import { speak } from '../harness/raw-socket.ts';

const shop = await ownShop();
const { email } = await shop.person();
const app = createApp({
  context: shop.context,
  publicOrigin: ORIGIN,
  shopName: 'Toolyard',
  answersTo: knownHosts(ORIGIN),
});
const opened = await listen({ port: 0, host: '127.0.0.1' }, pino({ level: 'silent' }), {
  ...LISTENING,
  keepAliveTimeout: 50,
});
if (!opened.ok) throw new Error(opened.failure);
const { port, serve, close } = opened.value;
serve(app.fetch);
afterAll(close);

const EVIL = 'evil.example';
const OWN = 'Host: shop.test';

interface Variant {
  readonly name: string;
  /** What stands between the first line and the body's headers. */
  readonly headers: readonly string[];
  readonly target?: string;
  readonly status: number;
}

const TARGET = '/auth/request-reset';
const VARIANTS: readonly Variant[] = [
  { name: 'another host', headers: [`Host: ${EVIL}`], status: 421 },
  { name: 'another host with a port', headers: [`Host: ${EVIL}:80`], status: 421 },
  { name: 'a host that begins like ours', headers: [`Host: shop.test.${EVIL}`], status: 421 },
  { name: 'a host that ends like ours', headers: [`Host: evilshop.test`], status: 421 },
  { name: 'another address in numbers', headers: ['Host: 192.0.2.1'], status: 421 },
  { name: 'ours as the name of a user', headers: [`Host: shop.test@${EVIL}`], status: 400 },
  { name: 'ours behind a slash', headers: [`Host: ${EVIL}/shop.test`], status: 400 },
  { name: 'two in one', headers: [`Host: shop.test, ${EVIL}`], status: 400 },
  { name: 'none', headers: ['Host:'], status: 400 },
  { name: 'ours first and another', headers: [OWN, `Host: ${EVIL}`], status: 421 },
  { name: 'another first and ours', headers: [`Host: ${EVIL}`, OWN], status: 421 },
  { name: 'another one, ours forwarded', headers: [`Host: ${EVIL}`, 'X-Forwarded-Host: shop.test'], status: 421 },
  { name: 'another one in the target', headers: [OWN], target: `http://${EVIL}${TARGET}`, status: 421 },
  {
    name: 'ours in the target, another one beside it',
    headers: [`Host: ${EVIL}`],
    target: ORIGIN + TARGET,
    status: 421,
  },
  { name: 'X-Forwarded-Host', headers: [OWN, `X-Forwarded-Host: ${EVIL}`], status: 200 },
  { name: 'Forwarded', headers: [OWN, `Forwarded: for=1.2.3.4;host=${EVIL};proto=https`], status: 200 },
  {
    name: 'X-Host and its kin',
    headers: [
      OWN,
      ...['X-Host', 'X-Original-Host', 'X-HTTP-Host-Override', 'X-Forwarded-Server'].map((it) => `${it}: ${EVIL}`),
    ],
    status: 200,
  },
  {
    name: 'another scheme and port',
    headers: [OWN, 'X-Forwarded-Proto: https', 'X-Forwarded-Port: 666', 'X-Forwarded-Prefix: /evil'],
    status: 200,
  },
  { name: 'another place in the referrer', headers: [OWN, `Referer: http://${EVIL}/reset`], status: 200 },
  { name: 'ours in capitals, with a dot and a port', headers: ['Host: SHOP.test.:8080'], status: 200 },
  { name: 'this machine', headers: [`Host: localhost:${port}`], status: 200 },
];

beforeEach(() => shop.passTime(3_600_001));

test.each(VARIANTS)('a reset is asked for with $name', async ({ headers, target = TARGET, status }) => {
  const before = shop.mailbox.mails().length;
  const body = JSON.stringify({ email });
  const lines = [`POST ${target} HTTP/1.1`, ...headers, `Origin: ${ORIGIN}`, 'Content-Type: application/json'];
  const request = `${lines.join('\r\n')}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
  const { statuses, text } = await speak(port, request);
  expect([statuses, text.includes('evil')]).toEqual([[status], false]);
  await shop.work();
  const mails = shop.mailbox.mails().slice(0, shop.mailbox.mails().length - before);
  expect(mails).toHaveLength(status === 200 ? 1 : 0);
  for (const mail of mails) {
    expect(mail.text).toContain(`${ORIGIN}/reset-password#token=`);
    const links = `${mail.html} ${mail.text}`.match(/https?:\/\/[^\s"'<>]+/g) ?? [];
    expect(links.filter((link) => !link.startsWith(`${ORIGIN}/`) && link !== ORIGIN)).toEqual([]);
    expect(mail.source).not.toContain('evil');
  }
});

test('whoever watches the shop may call it by its number; nothing else is told', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const { statuses } = await speak(port, `GET ${path} HTTP/1.1\r\nHost: 192.0.2.1\r\nConnection: close\r\n\r\n`);
    expect(statuses).toEqual([200]);
  }
  const { text } = await speak(port, `GET /tools HTTP/1.1\r\nHost: ${EVIL}\r\nConnection: close\r\n\r\n`);
  expect(text).toMatch(/^HTTP\/1\.1 421 /);
  expect(text).toContain('application/problem+json');
  expect(text).toContain('"code":"unknown_host"');
  expect(text).toContain('PUBLIC_ORIGIN');
});
