import { expect, test } from 'vitest';
import { hostToReach, knownHosts } from './app.ts';

const EVERYWHERE = ['localhost', 'localhost:3000', 'LOCALHOST', '127.0.0.1', '127.8.9.1:80', '[::1]:3000'];
const NOWHERE = ['', 'shop example', 'shop@evil.example', 'shop.example/x', 'a b', 'evil.com#x', 'http://localhost'];
const NEARBY = [
  ...['192.168.1.5:3000', '[fd00::5]', 'machine', 'machine:8080', 'machine.local', 'shop.internal'],
  ...['host.docker.internal', 'shop.test', 'shop.localhost', 'nas.home.arpa', 'desk.lan'],
];
const STRANGERS = [
  'evil.com',
  'evil.com:3000',
  'shop.example.com.evil.com',
  'localhost.evil.com',
  '127.0.0.1.evil.com',
];
const OWN = ['shop.example.com', 'shop.example.com:8443', 'SHOP.example.com', 'shop.example.com.'];

test('a shop with a public address answers under it and on its own machine', () => {
  const known = knownHosts('https://shop.example.com');
  for (const host of [...OWN, ...EVERYWHERE]) expect([host, known(host)]).toEqual([host, true]);
  for (const host of [...NEARBY, ...STRANGERS, ...NOWHERE]) expect([host, known(host)]).toEqual([host, false]);
});

test('a shop without one answers wherever no stranger can have made the name', () => {
  const known = knownHosts(undefined);
  for (const host of [...NEARBY, ...EVERYWHERE]) expect([host, known(host)]).toEqual([host, true]);
  for (const host of [...OWN, ...STRANGERS, ...NOWHERE]) expect([host, known(host)]).toEqual([host, false]);
});

test('a shop that listens on a certain address answers there too: its stand-ins send their news to it', () => {
  for (const [listens, host] of [
    ['192.168.1.5', '192.168.1.5'],
    ['fd00::5', '[fd00::5]'],
    ['::1', '[::1]'],
    ['shop.lan', 'shop.lan'],
    ['0.0.0.0', '127.0.0.1'],
    ['::', '127.0.0.1'],
    [undefined, '127.0.0.1'],
  ] as const) {
    expect(hostToReach(listens)).toBe(host);
    const known = knownHosts('https://shop.example.com', listens);
    expect([listens, known(`${host}:3000`)]).toEqual([listens, true]);
    expect(known('192.168.1.6:3000')).toBe(false);
  }
});
