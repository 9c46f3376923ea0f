import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createLimiter, LIMITS } from './limiter.ts';
import { createPages } from './pages.ts';
import { policyReports } from './policy-reports.ts';

const ORIGIN = 'https://shop.test';

/** The report's place, what it wrote to the log, and a clock that stands still. */
function reports() {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  let now = Date.parse('2026-01-01T10:00:00Z');
  const app = new Hono();
  app.use(async (c, next) => {
    c.set('client', c.req.header('x-client') ?? '10.0.0.1');
    await next();
  });
  app.route('/', policyReports({ log, clock: () => new Date(now) }, ORIGIN));
  const send = (body: unknown, client = '10.0.0.1') =>
    app.request(`${ORIGIN}/policy-reports`, {
      method: 'POST',
      headers: { 'x-client': client },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const passTime = (ms: number) => {
    now += ms;
  };
  return { lines, send, passTime };
}

const violation = (body: object) => ({
  type: 'csp-violation',
  body: { documentURL: `${ORIGIN}/dashboard/payment/42`, effectiveDirective: 'script-src-elem', ...body },
});

test('a page says where to report, and both forms of a report are understood', async () => {
  const render = async () => new Response('<p>Page</p>', { headers: { 'content-type': 'text/html' } });
  const { headers } = await createPages({ render, withPolicy: true, limiter: createLimiter(LIMITS, () => false) })(
    new Request(`${ORIGIN}/`),
  );
  expect(headers.get('reporting-endpoints')).toBe('csp="/policy-reports"');
  expect(headers.get('content-security-policy')).toMatch(/; report-to csp; report-uri \/policy-reports$/);

  const { lines, send } = reports();
  expect((await send([violation({ blockedURL: 'https://evil.example/x.js?e=a@b.example' })])).status).toBe(204);
  const old = { 'document-uri': `${ORIGIN}/`, 'violated-directive': 'style-src', 'blocked-uri': 'inline' };
  expect((await send({ 'csp-report': old })).status).toBe(204);
  expect(lines).toMatchObject([
    { directive: 'script-src-elem', blocked: 'https://evil.example', page: '/dashboard/payment' },
    { directive: 'style-src', blocked: 'inline', page: '/' },
  ]);
});

test('nothing of a person comes into the log, nor anything of another site or of an extension', async () => {
  const { lines, send } = reports();
  const secret = 'dana.ortiz@example.com';
  const strange = [
    violation({ documentURL: `${ORIGIN}/reset-password?e=${secret}#token=${secret}`, blockedURL: `data:,${secret}` }),
    violation({ documentURL: `${ORIGIN}/${secret}`, effectiveDirective: secret, blockedURL: secret, sample: secret }),
    violation({ documentURL: 'https://elsewhere.example/' }),
    violation({ blockedURL: 'chrome-extension' }),
    violation({ blockedURL: 'moz-extension://1/x.js' }),
  ];
  await send(strange);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatchObject({ blocked: 'data', page: '/' });
  expect(JSON.stringify(lines)).not.toContain('dana');
});

/** Has no text: `String` throws. */
const NO_TEXT = { toString: null };

test.each([
  ...['', 'no json', 'null', '[]', '[null]', '{"csp-report":null}', '"x"', '{"body":{"documentURL":[]}}', '[[]]'],
  JSON.stringify(violation({ documentURL: NO_TEXT })),
])('%j is answered and leaves nothing', async (body) => {
  const { lines, send } = reports();
  expect((await send(body)).status).toBe(204);
  expect(lines).toEqual([]);
});

test('what should be a word and is none is another word', async () => {
  const { lines, send } = reports();
  expect((await send(violation({ effectiveDirective: NO_TEXT, blockedURL: NO_TEXT }))).status).toBe(204);
  expect(lines).toMatchObject([{ directive: 'other', blocked: 'other' }]);
});

test('a large body is cut off, and one sender or all together cannot fill the log', async () => {
  const { lines, send, passTime } = reports();
  expect((await send('x'.repeat(17 * 1024))).status).toBe(413);
  for (let count = 0; count < 30; count += 1) await send(violation({}));
  expect(lines).toHaveLength(9);
  const refused = await send(violation({}));
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  for (let client = 0; client < 200; client += 1) await send(violation({}), `10.0.1.${client}`);
  expect(lines).toHaveLength(99);
  passTime(60_000);
  expect((await send(Array.from({ length: 60 }, () => violation({})))).status).toBe(204);
  expect(lines).toHaveLength(109);
});
