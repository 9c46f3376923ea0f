import { expect, test } from 'vitest';
import { createClient } from './client.ts';

/** A shop that takes one token, and a caller who has these, one after the other. */
function caller(taken: string, tokens: readonly string[]) {
  const sent: (string | null)[] = [];
  const failures: number[] = [];
  const left = [...tokens];
  const client = createClient({
    origin: 'http://shop.test',
    fetch: async (_url, init) => {
      const token = new Headers(init.headers).get('authorization');
      sent.push(token);
      return token === taken ? Response.json([]) : Response.json({ code: 'signed_out' }, { status: 401 });
    },
    credentials: async (_name, refused) => ({ authorization: left.shift() ?? refused?.authorization ?? '' }),
    onFailure: (_name, { status }) => failures.push(status),
  });
  return { call: () => client.call('listOrders', {}), sent, failures };
}

test('a token that is refused is exchanged for another one, once, and nobody hears of it', async () => {
  const { call, sent, failures } = caller('second', ['first', 'second']);
  expect(await call()).toMatchObject({ ok: true });
  expect(sent).toEqual(['first', 'second']);
  expect(failures).toEqual([]);
});

test('whoever has no other token is refused after the first', async () => {
  const { call, sent, failures } = caller('another', ['first']);
  expect(await call()).toMatchObject({ ok: false, failure: { status: 401 } });
  expect(sent).toEqual(['first']);
  expect(failures).toEqual([401]);
});

test('and after the second, however many there are', async () => {
  const { call, sent } = caller('third', ['first', 'second', 'third']);
  expect(await call()).toMatchObject({ ok: false, failure: { status: 401 } });
  expect(sent).toEqual(['first', 'second']);
});

test('a caller who cannot find out who they are has no answer instead of a refusal', async () => {
  const client = createClient({
    origin: 'http://shop.test',
    fetch: async () => Response.json({}, { status: 401 }),
    credentials: () => Promise.reject(new Error('unknown')),
  });
  expect(await client.call('listOrders', {})).toMatchObject({ ok: false, failure: { status: 0, code: 'unreachable' } });
});
