import { connect } from 'node:net';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { speak } from '../../tests/harness/raw-socket.ts';
import { LISTENING, listen } from './listen.ts';

const GET = 'GET / HTTP/1.1\r\nHost: shop.test\r\n';
const LAST = 'Connection: close\r\n\r\n';
const LARGE = new Uint8Array(64 * 1024 ** 2);

/** The shop's listener with a limit that shows soon. Every answer is `ok`, or without end at /large. */
async function open(limits: Partial<Record<keyof typeof LISTENING, number>> = {}) {
  const listener = await listen({ port: 0, host: '127.0.0.1' }, pino({ level: 'silent' }), {
    ...LISTENING,
    connectionsCheckingInterval: 50,
    ...limits,
  });
  if (!listener.ok) throw new Error(listener.failure);
  const { server, serve, close, port } = listener.value;
  let begun = 0;
  serve(async (request) => {
    begun += 1;
    if (request.url.endsWith('/large')) return new Response(LARGE);
    await request.text();
    return new Response('ok');
  });
  afterAll(close);
  const connections = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  return { server, port, connections, begun: () => begun };
}

test('the shop waits as long as it says, and looks each second whether it has waited long enough', async () => {
  const { server } = await open({ connectionsCheckingInterval: LISTENING.connectionsCheckingInterval });
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = server;
  expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout }).toEqual({
    ...{ headersTimeout: 10_000, requestTimeout: 20_000, keepAliveTimeout: 65_000, timeout: 60_000 },
  });
  expect(LISTENING).toMatchObject({ maxConnections: 1_000, maxRequestsPerSocket: 1_000, maxPerClient: 250 });
  expect(LISTENING.connectionsCheckingInterval).toBe(1_000);
});

test('headers that drip are cut off, and so is a body that drips', async () => {
  const { port } = await open({ headersTimeout: 150, requestTimeout: 300 });
  const drip = (first: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      let said = '';
      socket.write(first);
      const dripping = setInterval(() => socket.write('a'), 20);
      socket.on('data', (chunk) => {
        said += chunk;
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        clearInterval(dripping);
        resolve(said);
      });
    });
  expect(await drip(`${GET}X-Slow: `)).toMatch(/^HTTP\/1\.1 408 /);
  expect(await drip(`POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 100000\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 408 /,
  );
});

test('a connection that has been served and then says nothing is closed', async () => {
  const { port } = await open({ keepAliveTimeout: 50 });
  expect(await speak(port, `${GET}\r\n`)).toMatchObject({ statuses: [200], closed: true });
});

test('somebody who does not read what they asked for is let go', async () => {
  const { port, connections } = await open({ idleTimeout: 200 });
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.pause();
  socket.write(`GET /large HTTP/1.1\r\nHost: shop.test\r\n\r\n`);
  await expect.poll(connections).toBe(1);
  await expect.poll(connections, { timeout: 10_000 }).toBe(0);
  socket.destroy();
});

test('headers have 16 kB at most', async () => {
  const { port } = await open();
  const fits = await speak(port, `${GET}X-Long: ${'a'.repeat(15 * 1024)}\r\n${LAST}`);
  const tooLong = await speak(port, `${GET}X-Long: ${'a'.repeat(16 * 1024)}\r\n${LAST}`);
  expect([fits.statuses, tooLong.statuses]).toEqual([[200], [431]]);
});

test('a connection is for so many requests: the last one is told', async () => {
  const { port } = await open({ maxRequestsPerSocket: 3, keepAliveTimeout: 50 });
  const { statuses, text } = await speak(port, [`${GET}\r\n`, `${GET}\r\n`, `${GET}\r\n`]);
  expect(statuses).toEqual([200, 200, 200]);
  expect(text.match(/connection: close/gi)).toHaveLength(1);
});

test('requests that are sent after the last one are not begun, and none of those before is refused', async () => {
  const { port, begun } = await open({ maxRequestsPerSocket: 3, keepAliveTimeout: 50 });
  const { statuses, text, closed } = await speak(port, `${GET}\r\n`.repeat(10));
  expect({ statuses, closed }).toEqual({ statuses: [200, 200, 200], closed: true });
  expect(text.match(/connection: close/gi)).toHaveLength(1);
  expect(begun()).toBe(3);
});

test('more connections than the shop takes are closed at once; a place that is left is for the next', async () => {
  const { port, connections } = await open({ maxConnections: 3 });
  const sitting = Array.from({ length: 3 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  for (const socket of sitting) socket.write('POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 9\r\n\r\n');
  await expect.poll(connections).toBe(3);
  expect(await speak(port, `${GET}${LAST}`)).toMatchObject({ statuses: [], closed: true });
  for (const socket of sitting) socket.destroy();
  await expect.poll(connections).toBe(0);
  expect((await speak(port, `${GET}${LAST}`)).statuses).toEqual([200]);
});

test('a proxy that is not named is told of once, and one that is named is not', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const ask = async (trustedProxies: string[], headers: Record<string, string>) => {
    const listener = await listen({ port: 0, host: '127.0.0.1', trustedProxies }, log);
    if (!listener.ok) throw new Error(listener.failure);
    for (let time = 0; time < 2; time += 1) await fetch(`http://127.0.0.1:${listener.value.port}`, { headers });
    await listener.value.close();
    return lines.splice(0).map((line) => JSON.parse(line));
  };
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };
  expect(await ask([], forwarded)).toMatchObject([
    { proxy: '127.0.0.1', msg: expect.stringContaining('TRUSTED_PROXIES') },
  ]);
  expect(await ask(['127.0.0.0/8'], forwarded)).toEqual([]);
  expect(await ask([], {})).toEqual([]);
});

test('until it is open, people are told so in words and programs by a problem', async () => {
  const listener = await listen({ port: 0, host: '127.0.0.1' }, pino({ level: 'silent' }));
  if (!listener.ok) throw new Error(listener.failure);
  afterAll(listener.value.close);
  const ask = (accept: string) => fetch(`http://127.0.0.1:${listener.value.port}/tools`, { headers: { accept } });
  const [page, call] = [await ask('text/html,*/*;q=0.8'), await ask('application/json')];
  for (const { status, headers } of [page, call]) expect([status, headers.get('retry-after')]).toEqual([503, '2']);
  expect([page.headers.get('content-type'), await page.text()]).toEqual([
    'text/plain; charset=utf-8',
    'The shop is opening. Try again in a moment.\n',
  ]);
  expect(call.headers.get('content-type')).toBe('application/problem+json');
  expect(await call.json()).toMatchObject({ status: 503, code: 'busy', detail: expect.stringContaining('opening') });
  // A liveness probe must let a long migration finish.
  const health = async (path: string) => (await fetch(`http://127.0.0.1:${listener.value.port}${path}`)).status;
  expect(await Promise.all(['/healthz', '/healthz?probe', '/readyz'].map(health))).toEqual([200, 200, 503]);
});

test.each([
  ['behind a proxy a shop that closes first says that it is not ready, and serves on', ['10.0.0.9'], [503, 200]],
  ['without one it stops at once', [], undefined],
])('%s', async (_, trustedProxies, answers) => {
  const limits = { ...LISTENING, closingNotice: 7_000 };
  const listener = await listen({ port: 0, host: '127.0.0.1', trustedProxies }, pino({ level: 'silent' }), limits);
  if (!listener.ok) throw new Error(listener.failure);
  const { serve, close, port } = listener.value;
  serve(() => new Response('ok'));
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  expect(await Promise.all(['/readyz', '/'].map(ask))).toEqual([200, 200]);
  const closed = close();
  expect(close()).toBe(closed);
  const asked = await Promise.all(['/readyz', '/'].map(ask)).catch(() => undefined);
  expect(asked).toEqual(answers);
  await closed;
  await expect(ask('/')).rejects.toThrow();
});
