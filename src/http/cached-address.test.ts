import { expect, test } from 'vitest';
import { cachedAddress, isPublic, isShared } from './cached-address.ts';

test.each([
  ['/tools', '/tools'],
  ['/tools?', '/tools'],
  ['/tools?utm_source=x&gclid=1', '/tools'],
  ['/tools?utm_source=x&sort=name&fbclid=2&price=1-2', '/tools?sort=name&price=1-2'],
  ['/tools?colour=red', '/tools?colour=red'],
  ['/tools?utm_sourcex%3D=1', '/tools?utm_sourcex%3D=1'],
  ['/?q=hammer&utm_campaign=may&x=1', '/?q=hammer'],
  ['/?%71=hammer&a', '/?%71=hammer'],
  ['/?x=1&y&&=', '/'],
  ['/_.data?_routes=home&x=1', '/_.data?_routes=home'],
  ['/review?limit=3&x=1', '/review?limit=3'],
  ['/login?google=cancelled&next=1', '/login?google=cancelled'],
  ['/blogs?page=2', '/blogs'],
  ['/purchase/1?utm_source=x', '/purchase/1'],
  ['/purchase/1?ref=x', '/purchase/1'],
  ['/purchase/1.data?ref=x&_routes=a', '/purchase/1.data?_routes=a'],
  ['/tools/1?colour=red', '/tools/1'],
  ['/tools/1/alternatives?colour=red&quantity=250', '/tools/1/alternatives?quantity=250'],
  ['/dashboard/myorders?x=1', '/dashboard/myorders'],
  ['/dashboard/payment/1?x=1', '/dashboard/payment/1?x=1'],
  ['/confirm-email?token=1', '/confirm-email?token=1'],
  ['/?%78=1&x+=2&%E0%A4%A=3&%=4', '/'],
  ['/tools?utm%5Fsource=x', '/tools'],
  ['/dashboard/manageTools?search=a&msclkid=1', '/dashboard/manageTools?search=a'],
])('the answer to %s is cached as that to %s', (url, address) => {
  expect(cachedAddress(url)).toBe(address);
});

test.each([
  ...['/', '/?q=hammer', '/_.data?_routes=home', '/tools', '/tools?colour=red', '/review?limit=3', '/tools/1-a'],
  ...['/tools/1-a/alternatives', '/tools/1-a/alternatives?quantity=250'],
  ...['/blogs', '/myPortfilo', '/purchase/1-a', '/purchase/1-a.data', '/purchase/1-a.data?_routes=a'],
])('%s is cached, also by a CDN', (address) => {
  expect([isShared(address), isPublic(address.split('?')[0] ?? '')]).toEqual([true, true]);
});

test.each(['/login', '/signup', '/confirm-email', '/dashboard', '/dashboard/manageTools'])(
  '%s is cached until the browser fills it, by the shop alone and without a search',
  (address) => {
    expect([isShared(address), isPublic(address), isShared(`${address}?a=1`)]).toEqual([true, false, false]);
  },
);

test.each([
  ...['/dashboard/payment/1', '/dashboard/manageTools/1/stock', '/dashboard.data', '/blogs.data', '/categories'],
  ...['/tools/1/changes', '/purchase/1/x', '/purchase/1xdata/', '/?q=\u00e9', '/?q=#', '/nowhere'],
])('%s is not cached', (address) => {
  expect(isShared(address)).toBe(false);
});
