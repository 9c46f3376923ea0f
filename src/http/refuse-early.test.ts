import { request } from 'node:http';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { Problem } from '#contract/kernel/problem.ts';
import { refuseEarly } from './before-app.ts';
import { createLimiter, LIMITS } from './limiter.ts';
import { listen } from './listen.ts';
import { baseHeaders } from './security-headers.ts';

const publicOrigin = 'https://shop.test';
const one = { ...LIMITS.write, concurrent: 1, queued: 0 };
const order = { method: 'POST', path: '/orders', body: '{"quantity":1}' };

async function smallShop(overloaded = () => false) {
  const log = pino({ level: 'silent' });
  const listening = await listen({ port: 0, host: '127.0.0.1' }, log);
  if (!listening.ok) throw new Error(listening.failure);
  const { port, serve, close } = listening.value;
  const limiter = createLimiter({ ...LIMITS, write: one }, overloaded);
  const answersTo = (host: string) => host === 'shop.test';
  serve(() => new Response('inside'), await refuseEarly({ limiter, publicOrigin, answersTo, log }));
  const ask = ({ body, host = 'shop.test', ...call }: { method: string; path: string; body?: string; host?: string }) =>
    new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve, reject) => {
      const headers = { host, 'content-type': 'application/json' };
      const sending = request({ port, host: '127.0.0.1', headers, ...call }, async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk);
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() });
      });
      sending.on('error', reject);
      sending.end(body);
    });
  return { limiter, ask, close };
}

test('a call for which there is no place is refused before it is read, others and other hosts are not', async () => {
  const { limiter, ask, close } = await smallShop();
  expect((await ask(order)).text).toBe('inside');
  const { promise, resolve } = Promise.withResolvers<Response>();
  const held = limiter('write', new Request(publicOrigin), () => promise);

  const refused = await ask(order);
  const inside = await limiter('write', new Request(publicOrigin), async () => new Response());
  expect(refused.status).toBe(inside.status);
  expect(refused.text).toBe(await inside.text());
  expect(Problem.parse(JSON.parse(refused.text)).code).toBe('busy');
  expect(refused.headers).toMatchObject({
    ...Object.fromEntries([...inside.headers, ...baseHeaders(publicOrigin)]),
    'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
  });
  for (const other of [
    { method: 'GET', path: '/tools' },
    { ...order, path: '/create-payment-intent' },
    { ...order, host: 'other.test' },
    { ...order, path: '/images' },
    { method: 'GET', path: '/orders' },
  ])
    expect([other.path, (await ask(other)).text]).toEqual([other.path, 'inside']);

  resolve(new Response());
  await held;
  expect((await ask(order)).text).toBe('inside');
  await close();
});

test('while the shop is overloaded what yields is refused, and what moves money is not', async () => {
  const { ask, close } = await smallShop(() => true);
  expect((await ask(order)).status).toBe(503);
  expect((await ask({ ...order, path: '/create-payment-intent' })).text).toBe('inside');
  expect((await ask({ ...order, path: '/stripe/webhook' })).text).toBe('inside');
  await close();
});
