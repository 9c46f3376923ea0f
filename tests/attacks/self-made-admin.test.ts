import { expect, test } from 'vitest';
import { paths } from '#contract/kernel/paths.ts';
import { mintResetToken } from '#services/identity/reset-password.ts';
import { keptPicture } from '../harness/own-picture.ts';
import { ORIGIN, ownShop } from '../harness/own-shop.ts';
import { shopState } from '../harness/shop-state.ts';

const shop = await ownShop();
const admin = await shop.person('admin');
const climber = await shop.person();
const tool = await shop.tool({ available: 100_000 });
const photo = await keptPicture(shop);
const reset = await mintResetToken(shop.context.db, climber.id, shop.context.clock());

/** What is written into a body beside its own fields. */
const SPELLINGS: string[] = [
  ...['role', 'Role', 'ROLE', 'roles', 'isAdmin', 'is_admin', 'IsAdmin', 'admin', 'Admin', 'superuser', 'permissions'],
  ...[
    'user_role',
    'userRole',
    'person_role',
    'type',
    'scope',
    'groups',
    'privileges',
    'access_level',
    'realm',
    'claims',
  ],
].map((name) => `"${name}":"admin"`);
SPELLINGS.push(
  ...[
    '"isAdmin":true',
    '"admin":true',
    '"admin":1',
    '"role":["admin"]',
    '"role":{"set":"admin"}',
    '"role":1',
    '"role":null',
  ],
  ...[
    '"roles":["customer","admin"]',
    '"r\\u006fle":"admin"',
    '"r\u043ele":"admin"',
    '"role\\u0000":"admin"',
    '" role":"admin"',
  ],
  ...[
    '"role[]":"admin"',
    '"user[role]":"admin"',
    '"person.role":"admin"',
    '"user":{"role":"admin"}',
    '"profile":{"role":"admin"}',
  ],
  ...[
    '"$set":{"role":"admin"}',
    '"data":{"attributes":{"role":"admin"}}',
    '"__proto__":{"role":"admin"}',
    '"__proto__":null',
  ],
  ...[
    '"constructor":{"prototype":{"role":"admin"}}',
    '"prototype":{"isAdmin":true}',
    '"toString":"admin"',
    '"hasOwnProperty":1',
  ],
  ...['"id":"00000000-0000-4000-8000-000000000000"', '"_id":"1"', `"id":"${admin.id}"`, `"personId":"${admin.id}"`],
  ...[
    `"uid":"${admin.id}"`,
    `"person_id":"${admin.id}"`,
    `"caller":{"id":"${admin.id}","role":"admin"}`,
    '"demo":true',
  ],
  ...[
    '"email_verified":true',
    '"emailVerified":true',
    '"emailProof":"google"',
    '"email_proof":"mail"',
    '"disabledAt":null',
  ],
  ...[
    '"created_at":"1970-01-01"',
    '"session":{"role":"admin"}',
    '"token":"x","sub":"admin"',
    '"role":"admin","role":"customer"',
  ],
);

/** The calls that take a body and that anybody may make, with the body that is due. */
const STRICT_CALLS = [
  ['signUp', {}, { name: 'Climber', email: 'climber@example.com', password: 'secret' }],
  ['signIn', {}, { email: climber.email, password: climber.password }],
  ['requestReset', {}, { email: climber.email }],
  ['resetPassword', {}, { token: reset, password: 'secret' }],
  ['issueToken', { email: climber.email }, { email: climber.email }],
  ['updateProfile', { email: climber.email }, profileWith({})],
] as const;

const withSpelling = (body: object, spelling: string) => JSON.stringify(body).replace(/\}$/, `,${spelling}}`);

function profileWith(its: object) {
  return { education: 'None', location: 'Leeds', phone: '5550142200', photo, linkedin: 'linkedin.com/in/sam', ...its };
}

async function send(name: keyof typeof paths, params: Record<string, string>, body: string, query = '', headers = {}) {
  const [method, pattern] = paths[name];
  const path = pattern.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  const mine = name === 'signUp' || name === 'signIn' ? {} : { cookie: climber.cookie };
  const answer = await shop.app.request(`${ORIGIN}${path}${query}`, {
    method,
    headers: {
      ...{ origin: ORIGIN, 'content-type': 'application/json', authorization: `Bearer ${climber.token}` },
      ...mine,
      ...headers,
    },
    body,
  });
  return answer.status;
}

/** Who has rights now, as the database says and as the calls do. */
async function rights() {
  const admins = await shop.sql`select id from person where role = 'admin' or demo or email_proof is not null`;
  const asked = await shop.call('isAdmin', { params: { email: climber.email } }, climber);
  const listed = await shop.call('listUsers', {}, climber);
  return { admins: admins.map(({ id }) => id), admin: asked.body.admin, listUsers: listed.status };
}
const AS_BEFORE = { admins: [admin.id], admin: false, listUsers: 403 };

test('nobody becomes an admin by one of 40 spellings in any body', async () => {
  expect(new Set(SPELLINGS).size).toBe(SPELLINGS.length);
  expect(SPELLINGS.length).toBeGreaterThanOrEqual(40);
  const before = await shopState(shop.sql);
  const through: string[] = [];
  for (const spelling of SPELLINGS)
    for (const [name, params, body] of STRICT_CALLS) {
      const status = await send(name, params, withSpelling(body, spelling));
      if (status !== 400) through.push(`${spelling} at ${name}: ${status}`);
    }
  expect(through).toEqual([]);
  expect(await shopState(shop.sql)).toBe(before);
  expect(await rights()).toEqual(AS_BEFORE);
}, 120_000);

test('nor by one of them in an order, which drops what it does not know', async () => {
  const body = { phone: '5550142200', address: '1 Main Street', quantity: 5, tools_price: 10, tools_id: tool.id };
  const wrong: string[] = [];
  for (const spelling of SPELLINGS) {
    const status = await send('placeOrder', {}, withSpelling(body, spelling));
    if (status !== 200) wrong.push(`${spelling}: ${status}`);
  }
  expect(wrong).toEqual([]);
  expect(await shop.sql`select distinct person_id as id from orders`).toEqual([{ id: climber.id }]);
  expect(await rights()).toEqual(AS_BEFORE);
}, 120_000);

test('nor by what stands beside the body', async () => {
  const due = JSON.stringify({ email: climber.email });
  const beside: [string, string, Record<string, string>][] = [
    ...[
      'role=admin',
      'isAdmin=true',
      'admin=1',
      'user[role]=admin',
      '__proto__[role]=admin',
      'role=customer&role=admin',
    ].map((query): [string, string, Record<string, string>] => [query, `?${query}`, {}]),
    ...['x-role', 'x-user-role', 'x-admin', 'x-is-admin', 'role', 'x-forwarded-role', 'x-hasura-role', 'x-groups'].map(
      (header): [string, string, Record<string, string>] => [header, '', { [header]: 'admin' }],
    ),
    ['a cookie', '', { cookie: `${climber.cookie}; role=admin; isAdmin=true` }],
    ['another method', '', { 'x-http-method-override': 'DELETE' }],
  ];
  const wrong: string[] = [];
  for (const [name, query, headers] of beside) {
    const status = await send('issueToken', { email: climber.email }, due, query, headers);
    if (status !== 200) wrong.push(`${name}: ${status}`);
    const listed = await shop.call(
      'listUsers',
      { query: Object.fromEntries(new URLSearchParams(query)), headers },
      climber,
    );
    if (listed.status !== 403) wrong.push(`${name} at listUsers: ${listed.status}`);
  }
  expect(wrong).toEqual([]);
  expect(await rights()).toEqual(AS_BEFORE);
});

test('nor by naming an admin in the path, in the body or in both', async () => {
  for (const [path, body] of [
    [admin.email, admin.email],
    [admin.email, climber.email],
    [climber.email, admin.email],
  ] as const)
    expect(await send('issueToken', { email: path }, JSON.stringify({ email: body }))).toBe(403);
  for (const call of ['makeAdmin', 'getProfile', 'isAdmin'] as const)
    expect((await shop.call(call, { params: { email: admin.email } }, climber)).status).toBe(403);
  expect((await shop.call('makeAdmin', { params: { email: climber.email } }, climber)).status).toBe(403);
  const taken = { name: 'Admin', email: admin.email.toUpperCase(), password: 'secret' };
  expect((await shop.call('signUp', { body: taken })).status).toBe(409);
  expect(await rights()).toEqual(AS_BEFORE);
});

test('nor by a name, a profile or a review that says so', async () => {
  const body = profileWith({ name: 'admin', education: '{"role":"admin"}', location: "', role = 'admin" });
  expect((await shop.call('updateProfile', { params: { email: climber.email }, body }, climber)).status).toBe(200);
  const review = { review: "'); update person set role = 'admin'; --", star: 5 };
  expect((await shop.call('addReview', { body: review }, climber)).status).toBe(200);
  expect(await rights()).toEqual(AS_BEFORE);
});
