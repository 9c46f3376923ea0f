import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
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

test('a page of HTML is no answer, whatever its status; JSON and papers are', async () => {
  const about = (body: string, type: string, status = 200) =>
    createClient({
      origin: 'http://shop.test',
      fetch: async () => new Response(body, { status, headers: { 'content-type': type } }),
    }).call('listReviews', {});
  for (const status of [200, 403, 502])
    expect(await about('<h1>Sign in to this network</h1>', 'text/html; charset=utf-8', status)).toEqual({
      ...{ ok: false, failure: { status: 0, code: 'unexpected_answer' } },
    });
  expect(await about('[]', 'application/json')).toMatchObject({ ok: true, value: [] });
  expect(await about('%PDF', 'application/pdf')).toMatchObject({ ok: true, value: expect.any(Blob) });
});

test('a call that gets no answer is given up, and the sending of a file is not', async () => {
  const limit = vi
    .spyOn(AbortSignal, 'timeout')
    .mockReturnValue(AbortSignal.abort(new DOMException('', 'TimeoutError')));
  onTestFinished(() => limit.mockRestore());
  const { promise: silence, resolve: end } = Promise.withResolvers<Response>();
  const client = createClient({
    origin: 'http://shop.test',
    fetch: (_url, { signal }) => {
      if (signal?.aborted) return Promise.reject(signal.reason);
      return silence;
    },
  });
  expect(await client.call('listReviews', {})).toEqual({ ok: false, failure: { status: 0, code: 'unreachable' } });
  expect(limit).toHaveBeenCalledWith(60_000);
  const sending = client.call('uploadPicture', { file: new Blob(['picture']) });
  end(Response.json({ success: true, data: { url: '/images/x' } }));
  expect(await sending).toMatchObject({ ok: true });
});

describe('a busy shop', () => {
  const busy = (headers: HeadersInit = { 'retry-after': '2' }) =>
    Response.json({ code: 'busy', detail: 'Busy.' }, { status: 503, headers });

  /** A client of a shop that gives these answers, and what was asked of it. */
  function against(answers: Response[]) {
    vi.useFakeTimers();
    const asked: string[] = [];
    const client = createClient({
      origin: 'http://shop.test',
      fetch: async (url, { method }) => {
        asked.push(`${method} ${new URL(url).pathname}`);
        return answers.shift() ?? Response.json([]);
      },
    });
    return { client, asked };
  }

  afterEach(() => {
    vi.useRealTimers();
  });

  test('is asked again for what is only read, after the time that it named', async () => {
    const { client, asked } = against([busy(), busy()]);
    const answer = client.call('listReviews', {});
    await vi.advanceTimersByTimeAsync(1_990);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(3_100);
    expect(await answer).toMatchObject({ ok: true, value: [] });
    expect(asked).toEqual(Array.from({ length: 3 }, () => 'GET /review'));
  });

  test('that stays so is left to the person, who hears when to try again', async () => {
    const { client, asked } = against([busy(), busy(), busy()]);
    const answer = client.call('listReviews', {});
    await vi.runAllTimersAsync();
    expect(await answer).toMatchObject({ ok: false, failure: { status: 503, code: 'busy', retryAfter: 2 } });
    expect(asked).toHaveLength(3);
  });

  test('is told a wish once: what writes is not repeated by itself', async () => {
    const { client, asked } = against([busy()]);
    const answer = client.call('createPaymentIntent', { body: { price: 5, order_id: 'x' } });
    await vi.runAllTimersAsync();
    expect(await answer).toMatchObject({ ok: false, failure: { code: 'busy' } });
    expect(asked).toEqual(['POST /create-payment-intent']);
  });

  test('that names no time is broken, and is not asked again', async () => {
    const { client, asked } = against([busy({})]);
    expect(await client.call('listReviews', {})).toMatchObject({ ok: false, failure: { status: 503 } });
    expect(asked).toHaveLength(1);
  });

  test('is asked nothing more by somebody who has left', async () => {
    const { client, asked } = against([busy()]);
    const leaving = new AbortController();
    const answer = client.call('listReviews', { signal: leaving.signal }).catch((error) => error.name);
    await vi.advanceTimersByTimeAsync(10);
    leaving.abort();
    await vi.runAllTimersAsync();
    expect(await answer).toBe('AbortError');
    expect(asked).toHaveLength(1);
  });
});
