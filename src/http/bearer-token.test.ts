import { beforeEach, expect, test } from 'vitest';
import { ORIGIN, ownShop } from '../../tests/harness/own-shop.ts';

const shop = await ownShop();
let one = await shop.person();
beforeEach(async () => {
  one = await shop.renewed(one);
});
const MINUTE = 60_000;

const statusWith = async (token: string) =>
  (await shop.call('listMyOrders', { params: { email: one.email }, headers: { authorization: `Bearer ${token}` } }))
    .status;

const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString());

test('names a person and a session, and neither a right nor an address', async () => {
  const [key] = await shop.sql`select id from signing_key`;
  const [header, payload] = one.token.split('.');
  expect(decode(header)).toEqual({ alg: 'EdDSA', typ: 'at+jwt', kid: key?.id });
  expect(Object.keys(decode(payload)).toSorted()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'sid', 'sub']);
  expect(decode(payload)).toMatchObject({ aud: 'tools-api', iss: ORIGIN, sub: one.id });
  expect(await statusWith(one.token)).toBe(200);
});

test('is good for ten minutes; a new one is given for the session, and the two are not the same', async () => {
  const early = one.token;
  shop.passTime(9.9 * MINUTE);
  expect(await statusWith(early)).toBe(200);
  shop.passTime(0.2 * MINUTE);
  expect(await statusWith(early)).toBe(401);
  const later = (await shop.renewed(one)).token;
  expect(later).not.toBe(early);
  expect(await statusWith(later)).toBe(200);
});

test('may come with its scheme in any case', async () => {
  const headers = { authorization: `bearer ${one.token}` };
  expect((await shop.call('listMyOrders', { params: { email: one.email }, headers })).status).toBe(200);
});
