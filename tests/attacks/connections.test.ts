import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { shareRequests } from '#http/before-app.ts';
import { LISTENING, listen } from '#http/listen.ts';
import { clientNetworks } from '#platform/limits/clients.ts';
import { speak } from '../harness/raw-socket.ts';

const GET = 'GET / HTTP/1.1\r\nHost: shop.test\r\n\r\n';
const LAST = 'GET / HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n';
/** The address of the attacker. Other clients use other addresses. */
const ATTACKER = '127.0.0.66';

/** The shop's listener, a tenth as large. Requests for /slow are answered when the test says so. */
async function door(proxies: string[] = []) {
  const limits = { ...LISTENING, maxConnections: 100, maxPerClient: 25 };
  const log = pino({ level: 'silent' });
  const opened = await listen({ port: 0, host: '127.0.0.1', trustedProxies: proxies }, log, limits);
  if (!opened.ok) throw new Error(opened.failure);
  const { port, server, serve, close } = opened.value;
  const slow = Promise.withResolvers<void>();
  const networks = clientNetworks(proxies);
  const share = await shareRequests({ networks, maxPerClient: 25, publicOrigin: 'http://shop.test', log });
  serve(async ({ url }) => {
    if (url.endsWith('/slow')) await slow.promise;
    return new Response('ok');
  }, share);
  afterAll(async () => {
    slow.resolve();
    server.closeAllConnections();
    await close();
  });
  const count = () => new Promise<number>((resolve) => server.getConnections((_error, n) => resolve(n)));
  return { port, count, answerAll: slow.resolve };
}

/** So many connections of one address, each of which has said this, or nothing. */
async function sit(port: number, many: number, said = '', localAddress = ATTACKER): Promise<Socket[]> {
  const sockets = Array.from({ length: many }, () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
    socket.on('data', () => {});
    if (said) socket.write(said);
    return socket;
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(sockets.map((it) => new Promise((done) => it.once('connect', done).once('close', done))));
  return sockets;
}

const alive = (sockets: Socket[]) => sockets.filter((it) => !it.destroyed && !it.closed).length;

test.each([
  ['nothing', ''],
  ['half a request', 'GET / HTTP/1.1\r\nX-Slow: '],
  ['a whole request, whose answer they have', GET],
])('connections of one address that sent %s leave room for other clients', async (_what, said) => {
  const { port, count } = await door();
  const attackers = await sit(port, 120, said);
  await expect.poll(() => alive(attackers)).toBeLessThanOrEqual(25);
  await expect.poll(count).toBeLessThanOrEqual(25);
  const others = await sit(port, 20, '', '127.0.0.2');
  for (let n = 0; n < 5; n += 1) expect((await speak(port, LAST)).statuses).toEqual([200]);
  expect(alive(others)).toBe(20);
});

test('an address with only busy connections gets no more, and its requests are answered', async () => {
  const { port, answerAll, count } = await door();
  const slow = 'GET /slow HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n';
  const attackers = await sit(port, 40, slow);
  await expect.poll(() => alive(attackers)).toBe(25);
  expect((await speak(port, LAST)).statuses).toEqual([200]);
  const said: string[] = [];
  for (const socket of attackers) socket.on('data', (part) => said.push(part.toString()));
  answerAll();
  await expect.poll(count).toBe(0);
  expect(said.filter((it) => it.startsWith('HTTP/1.1 200'))).toHaveLength(25);
});

test('when many addresses hold all connections, a new client gets the place of an idle one', async () => {
  const { port, count } = await door();
  for (const last of [66, 67, 68, 69]) await sit(port, 25, GET, `127.0.0.${last}`);
  await expect.poll(count).toBe(100);
  for (let n = 0; n < 10; n += 1) expect((await speak(port, LAST)).statuses).toEqual([200]);
});

/** One request of a client behind a proxy that listens for its answer. */
const through = (port: number, path: string, client: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { host: 'shop.test', 'x-forwarded-for': client };
    const sent = request(
      { host: '127.0.0.1', localAddress: '127.0.0.9', port, path, headers, agent: false },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end();
  });

test('connections of a proxy are not limited; each client behind it has a limit of requests at once', async () => {
  const { port, answerAll, count } = await door(['127.0.0.9']);
  const idle = await sit(port, 40, '', '127.0.0.9');
  const slow = Array.from({ length: 25 }, () => through(port, '/slow', '203.0.113.66'));
  await expect.poll(count).toBe(65);
  expect(await through(port, '/', '203.0.113.66')).toBe(429);
  expect(await through(port, '/', '203.0.113.7')).toBe(200);
  expect(alive(idle)).toBe(40);
  answerAll();
  expect(await Promise.all(slow)).toEqual(Array(25).fill(200));
  expect(await through(port, '/', '203.0.113.66')).toBe(200);
});

test('a forged proxy header does not lift the limit', async () => {
  const { port } = await door();
  const attackers = await sit(port, 60, 'GET / HTTP/1.1\r\nHost: shop.test\r\nX-Forwarded-For: 127.0.0.9\r\n\r\n');
  await expect.poll(() => alive(attackers)).toBeLessThanOrEqual(25);
});
