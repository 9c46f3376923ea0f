import { expect, it } from 'vitest';
import { connectionOf, createStripe } from './stripe.ts';

it.each([
  ['sk_test_1', undefined, 'test'],
  ['rk_test_1', undefined, 'test'],
  ['sk_live_1', undefined, 'live'],
  ['rk_live_1', undefined, 'live'],
  ['sk_test_1', 'http://127.0.0.1:4010', 'sandbox'],
] as const)('%s with %s is %s', (secretKey, apiBase, mode) => {
  expect(createStripe({ secretKey, ...(apiBase && { apiBase }) }).mode).toBe(mode);
});

it.each(['sk_live_1', 'rk_live_1'])('%s does not go to a sandbox', (secretKey) => {
  expect(() => createStripe({ secretKey, apiBase: 'http://127.0.0.1:4010' })).toThrow(
    'A live Stripe key must not be used with a sandbox address',
  );
});

it.each(['pk_test_1', 'whsec_1', '', ' sk_live_1'])('"%s" is no secret key', (secretKey) => {
  expect(() => createStripe({ secretKey })).toThrow('must begin with sk_test_');
});

it.each(['127.0.0.1:4010', 'http://127.0.0.1:4010/v1', 'http://127.0.0.1:4010?x=1', 'ftp://127.0.0.1', ''])(
  '"%s" is no sandbox address',
  (apiBase) => {
    expect(() => createStripe({ secretKey: 'sk_test_1', apiBase })).toThrow('must be an origin');
  },
);

it('knows the default ports and an IPv6 address', () => {
  const host = (apiBase: string) => connectionOf({ secretKey: 'sk_test_1', apiBase }).host;
  expect(host('http://localhost')).toEqual({ host: 'localhost', port: '80', protocol: 'http' });
  expect(host('https://stripe.internal')).toEqual({ host: 'stripe.internal', port: '443', protocol: 'https' });
  expect(host('http://[::1]:4010')).toEqual({ host: '::1', port: '4010', protocol: 'http' });
});
