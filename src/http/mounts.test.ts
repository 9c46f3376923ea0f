import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { speak } from '../../tests/harness/raw-socket.ts';
import { LISTENING, listen } from './listen.ts';
import { addMounts, mountsAt } from './mounts.ts';

/** A mount in another process, and a shop in front of it whose connections end after three requests. */
async function shopBefore(mount: Server) {
  await new Promise<void>((open) => mount.listen(0, '127.0.0.1', open));
  const app = new Hono();
  addMounts(app, mountsAt(`http://127.0.0.1:${(mount.address() as AddressInfo).port}`, ['/sandbox']));
  const limits = { ...LISTENING, maxRequestsPerSocket: 3, keepAliveTimeout: 50 };
  const opened = await listen({ port: 0, host: '127.0.0.1' }, pino({ level: 'silent' }), limits);
  if (!opened.ok) throw new Error(opened.failure);
  opened.value.serve(app.fetch);
  afterAll(async () => {
    await opened.value.close();
    mount.closeAllConnections();
    mount.close();
  });
  return opened.value.port;
}

test('what a mount says about its own connection is not passed on, what it says about its answer is', async () => {
  const heard: IncomingHttpHeaders[] = [];
  const mount = createServer((request, response) => {
    heard.push(request.headers);
    response.writeHead(200, {
      ...{ connection: 'keep-alive, X-Of-This-Hop', 'keep-alive': 'timeout=5', 'x-of-this-hop': '1' },
      ...{ 'proxy-authenticate': 'Basic', upgrade: 'h2c', 'x-answer': 'kept', 'content-type': 'text/plain' },
    });
    response.end('answer');
  });
  const port = await shopBefore(mount);
  const lines = ['connection: X-Mine', 'x-mine: 1', 'te: trailers', 'proxy-authorization: Basic x', 'x-asked: kept'];
  const asking = `GET /sandbox/a HTTP/1.1\r\nHost: shop.test\r\n${lines.join('\r\n')}\r\n\r\n`;
  const { statuses, text } = await speak(port, asking.repeat(3));
  expect(statuses).toEqual([200, 200, 200]);
  expect(text).not.toMatch(/x-of-this-hop|proxy-authenticate|upgrade:|timeout=5/i);
  expect(text.match(/x-answer: kept/gi)).toHaveLength(3);
  // By this the client knows that its next request wants another connection.
  expect(text.match(/connection: close/gi)).toHaveLength(1);
  for (const headers of heard) {
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['x-mine']));
    expect([headers.te, headers['proxy-authorization'], headers['x-asked']]).toEqual([undefined, undefined, 'kept']);
  }
});

test('what is sent to a mount arrives whole', async () => {
  const mount = createServer((request, response) => void request.pipe(response));
  const port = await shopBefore(mount);
  const address = `http://127.0.0.1:${port}/sandbox/a`;
  const body = 'x'.repeat(100_000);
  expect(await (await fetch(address, { method: 'POST', body })).text()).toBe(body);
  const lines = ['content-length: 3', 'expect: 100-continue', 'connection: close'];
  const { text } = await speak(port, `POST /sandbox/a HTTP/1.1\r\nHost: shop.test\r\n${lines.join('\r\n')}\r\n\r\nabc`);
  expect(text).toContain('200 OK');
});
