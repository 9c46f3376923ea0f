import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { clientNetworks } from '#platform/limits/clients.ts';
import { clientFinder } from './app.ts';

/** What a shop with these proxies takes for the client of a request. */
async function client(remoteAddress: string | undefined, forwarded?: string, proxies: string[] = []) {
  const find = clientFinder(clientNetworks(proxies));
  const app = new Hono().get('/', (c) => c.text(find(c)));
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const answer = await app.request('/', { headers }, remoteAddress ? { incoming: { socket: { remoteAddress } } } : {});
  return answer.text();
}

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  [undefined, 'unknown'],
])('%s belongs to %s', async (address, network) => {
  expect(await client(address)).toBe(network);
});

test('without a proxy of the shop nobody can say that they are somebody else', async () => {
  expect(await client('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
  expect(await client('203.0.113.9', '198.51.100.1', ['10.0.0.1'])).toBe('203.0.113.9');
});

test.each([
  ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
  // What the client itself wrote stands to the left of what the first proxy heard.
  ['10.0.0.1', '192.0.2.66, 198.51.100.1', '198.51.100.1'],
  ['10.0.0.1', '192.0.2.66, 198.51.100.1, 10.2.0.7', '198.51.100.1'],
  ['10.0.0.1', '192.0.2.66, 2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['10.0.0.1', 'nonsense', '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
  ['10.0.0.1', '', '10.0.0.1'],
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['fd00::1', '198.51.100.1', '198.51.100.1'],
])('behind proxies: %s with "%s" is %s', async (address, forwarded, network) => {
  expect(await client(address, forwarded, ['10.0.0.0/8', 'fd00::1'])).toBe(network);
});
