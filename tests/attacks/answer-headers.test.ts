import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/kernel/call.ts';
import { createApp } from '#http/app.ts';
import { keptPicture } from '../harness/own-picture.ts';
import { ORIGIN, ownShop, type Person } from '../harness/own-shop.ts';

const shop = await ownShop();
const buyer = await shop.person();
const admin = await shop.person('admin');
const tool = await shop.tool();
const ROWS = Object.values(calls) as Call[];
const FOREIGN = 'https://evil.example';

const addressOf = ({ path }: Pick<Call, 'path'>, own = buyer) =>
  path.replace('{email}', own.email).replace('{id}', tool.id).replace('{number}', 'PP-0001').replace('{token}', 'none');

const shapeOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/, '[^/]+')}$`);

/** Every call as three people make it, with a body that is none; and what is no call. */
async function everyAnswer(): Promise<{ what: string; answer: Response }[]> {
  const callers: [string, Person | undefined][] = [
    ['nobody', undefined],
    ['a customer', buyer],
    ['an admin', admin],
  ];
  const requests = callers.flatMap(([who, caller]) =>
    ROWS.map((row) => ({
      what: `${row.method} ${row.path} of ${who}`,
      method: row.method,
      path: addressOf(row),
      caller,
    })),
  );
  const picture = await keptPicture(shop);
  for (const path of [
    '/healthz',
    '/readyz',
    '/docs',
    '/openapi.json',
    picture,
    '/images/none',
    '/none',
    '/auth/google',
  ])
    requests.push({ what: `GET ${path}`, method: 'GET', path, caller: undefined });
  const answers: { what: string; answer: Response }[] = [];
  // One after the other: the shop refuses some of so many at once.
  for (const { what, method, path, caller } of requests) {
    const headers = {
      origin: FOREIGN,
      ...(caller ? { authorization: `Bearer ${caller.token}`, cookie: caller.cookie } : {}),
    };
    answers.push({ what, answer: await shop.app.request(`${ORIGIN}${path}`, { method, headers }) });
  }
  return answers;
}

describe('every answer', async () => {
  const answers = await everyAnswer();

  test('is of many kinds', () => {
    expect(answers.length).toBeGreaterThan(90);
    expect([...new Set(answers.map(({ answer }) => answer.status))].sort()).toEqual([
      200, 303, 400, 401, 403, 404, 415,
    ]);
  });

  test.each([
    ['x-content-type-options', /^nosniff$/],
    ['content-security-policy', /default-src 'none'.*frame-ancestors 'none'/],
    ['cross-origin-opener-policy', /^same-origin$/],
    ['cross-origin-resource-policy', /^same-origin$/],
    ['permissions-policy', /camera=\(\).*geolocation=\(\)/],
    ['cache-control', /^(no-store|no-cache|public, max-age=31536000, immutable)$/],
    ['x-request-id', /^[0-9a-f-]{36}$/],
  ])('says %s', (name, value) => {
    for (const { what, answer } of answers) expect(answer.headers.get(name), what).toMatch(value);
  });

  test('says referrer-policy: nobody hears of an address with the token of a link', () => {
    const policyOf = (what: string) => (what.includes('{token}') ? 'no-referrer' : 'same-origin');
    for (const { what, answer } of answers) expect(answer.headers.get('referrer-policy'), what).toBe(policyOf(what));
  });

  test('tells no other site that it may read it, and nobody what the shop runs on', () => {
    for (const { what, answer } of answers)
      for (const [name] of answer.headers)
        expect([what, name].join()).not.toMatch(/access-control|server$|powered|via$/);
  });

  test('that has a body says of what kind it is, in letters of which there is one reading', async () => {
    for (const { what, answer } of answers) {
      const body = await answer.clone().text();
      if (body === '') continue;
      const type = answer.headers.get('content-type') ?? '';
      expect(type, what).toMatch(/^(application\/(problem\+)?json|text\/html; charset=utf-8|image\/(webp|avif))$/i);
      if (type.includes('json')) expect(() => JSON.parse(body), what).not.toThrow();
    }
  });

  test('to somebody in particular is kept by no cache, nor is any refusal', () => {
    const open = ROWS.filter(({ actor, feature }) => actor === 'anyone' && feature !== 'identity').map(
      ({ path }) => path,
    );
    for (const { what, answer } of answers) {
      const isPublic = open.some((path) => what.startsWith(`GET ${path} `)) || /^GET \/(?!auth)[^{]*$/.test(what);
      if (answer.status === 200 && isPublic) continue;
      expect(answer.headers.get('cache-control'), what).toBe('no-store');
    }
  });
});

test('a method that a call does not have does nothing, and no question before a call is answered with a yes', async () => {
  const before = await shop.sql`select count(*)::int as n from audit`;
  for (const path of new Set(ROWS.map((row) => addressOf(row)))) {
    const known = ROWS.filter((row) => shapeOf(row.path).test(path)).map(({ method }) => String(method));
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY']) {
      if (known.includes(method)) continue;
      const headers = {
        origin: FOREIGN,
        authorization: `Bearer ${admin.token}`,
        cookie: admin.cookie,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization',
      };
      const answer = await shop.app.request(`${ORIGIN}${path}`, { method, headers });
      expect([path, method, answer.status]).toEqual([path, method, 404]);
      expect([...answer.headers.keys()].join()).not.toContain('access-control');
    }
  }
  expect(await shop.sql`select count(*)::int as n from audit`).toEqual(before);
});

test('a call never answers a program: a callback changes nothing, and JSON is not script', async () => {
  for (const path of ['/tools', '/review', '/auth/session'])
    for (const name of ['callback', 'jsonp', 'cb']) {
      const answer = await shop.app.request(`${ORIGIN}${path}?${name}=steal`);
      expect(answer.headers.get('content-type')).toMatch(/^application\/(problem\+)?json$/);
      expect(await answer.text()).toMatch(/^[[{]/);
    }
});

test('what is expected in one place is not taken from another, nor twice', async () => {
  const { email, password } = buyer;
  const inQuery = new URLSearchParams({ email, password });
  expect((await shop.app.request(`${ORIGIN}/auth/sign-in?${inQuery}`, { method: 'POST' })).status).toBe(415);
  const token = await shop.app.request(`${ORIGIN}/myorders/${email}?access_token=${buyer.token}`);
  expect(token.status).toBe(401);
  const twice = await shop.app.request(`${ORIGIN}/myorders/${email}`, {
    headers: { authorization: `Bearer ${buyer.token}, Bearer ${admin.token}` },
  });
  expect(twice.status).toBe(401);
  const other = await shop.app.request(`${ORIGIN}/myorders/${admin.email}?email=${email}`, {
    headers: { authorization: `Bearer ${buyer.token}` },
  });
  expect(other.status).toBe(403);
});

test('a failure of the shop itself tells nothing of its inside, is logged with its place, and ends nothing', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) });
  const app = createApp({ context: { ...shop.context, log }, publicOrigin: ORIGIN, shopName: 'Toolyard' });
  await shop.sql`alter table review rename to hidden_review`;
  const failed = await app.request(`${ORIGIN}/review`);
  await shop.sql`alter table hidden_review rename to review`;
  expect(failed.status).toBe(500);
  expect(await failed.json()).toEqual({
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    code: 'internal',
    detail: 'Something failed in the shop and was logged. Try again in a moment.',
    instance: failed.headers.get('x-request-id'),
  });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/"route":"\/review".*"request failed"/);
  expect((await app.request(`${ORIGIN}/review`)).status).toBe(200);
});
