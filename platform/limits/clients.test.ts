import { expect, test } from 'vitest';
import { clientNetworks } from './clients.ts';

const networks = clientNetworks(['10.0.0.0/8', 'fd00::1']);

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['[::ffff:203.0.113.9]:51234', '203.0.113.9'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:51234', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['198.51.100.7, 203.0.113.9:51234, 10.1.1.1:80', '203.0.113.9'],
  ['203.0.113.9, [fd00::1]:80', '203.0.113.9'],
  ['unknown', '10.0.0.1'],
  ['203.0.113.9:', '10.0.0.1'],
])('a proxy that forwards %s has a client of %s', (forwarded, network) => {
  expect(networks.of('10.0.0.1', forwarded)).toBe(network);
});

test('what a client says of itself counts for nothing', () => {
  expect(networks.of('203.0.113.9', '198.51.100.7:1')).toBe('203.0.113.9');
});
