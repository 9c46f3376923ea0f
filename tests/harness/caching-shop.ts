import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { drizzle } from 'drizzle-orm/node-postgres';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { createApp } from '#http/app.ts';
import { invalidating, publicAnswers, serveCached } from '#http/before-app.ts';
import { listen } from '#http/listen.ts';
import type { Context } from '#services/kernel/context.ts';
import * as schema from '#tables/schema.ts';
import { createAnswerCache } from '../../platform/cache/answer-cache.ts';
import type { ConnectionOptions } from '../../platform/postgres/connection.ts';
import { createPool } from '../../platform/postgres/pool.ts';
import type { Sql } from '../../platform/postgres/sql.ts';
import { placeOf } from './database-proxy.ts';
import { ORIGIN } from './own-shop.ts';

export interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As it came, packed or not. */
  readonly bytes: Buffer;
  readonly text: string;
}

/** A process of the shop as far as its cached answers go: a port, a database pool and a cache of its own. */
export interface CachingShop {
  readonly get: (path: string, headers?: Record<string, string>, method?: string) => Promise<Got>;
  readonly send: (method: string, path: string, token: string, body?: unknown) => Promise<Got>;
  /** Addresses that were asked for, and have reached the cache, in turn. */
  readonly asked: string[];
  /** Addresses whose answers were made, in turn. */
  readonly made: string[];
  /** The headers with which the app was asked to make them. */
  readonly askedWith: Headers[];
  /** Runs before each answer is given to the cache: after its data was read. */
  readonly hold: (between: () => Promise<void>) => void;
  readonly bytes: () => number;
  readonly invalidate: () => void;
}

const DEADLINE_MS = 4_000;

export async function cachingShop(
  world: Context,
  like: Sql,
  {
    maxBytes = 4 * 1024 ** 2,
    freshMs = 1_000,
    place = placeOf(like),
  }: { maxBytes?: number; freshMs?: number; place?: ConnectionOptions } = {},
): Promise<CachingShop> {
  const pool = createPool(place, { max: 4, log: () => {} });
  const log = pino({ level: 'silent' });
  const context = { ...world, db: drizzle(pool.within(DEADLINE_MS), { schema }) };
  const pages = async (asked: Request) => {
    const { pathname } = new URL(asked.url);
    return new Response(`<p>${pathname}</p>`.padEnd(2_000), {
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
  };
  const answersTo = (name: string) => !name.startsWith('evil');
  const app = createApp({
    answersTo,
    context,
    publicOrigin: ORIGIN,
    shopName: 'Toolyard',
    invalidate: (changes) => invalidating(cache)(changes),
    pages,
  });
  const made: string[] = [];
  const askedWith: Headers[] = [];
  let between = async () => {};
  const make = publicAnswers((asked) => {
    askedWith.push(asked.headers);
    return app.request(asked);
  }, ORIGIN);
  const cache = createAnswerCache({
    make: async (address) => {
      made.push(address);
      const answer = await make(address);
      await between();
      return answer;
    },
    maxBytes,
    freshMs,
  });
  const opened = await listen({ port: 0, host: '127.0.0.1' }, log);
  if (!opened.ok) throw new Error(opened.failure);
  const listener = opened.value;
  const cached = serveCached({ cache, answersTo, log });
  const asked: string[] = [];
  listener.serve(app.fetch, (request, response, otherwise) => {
    cached(request, response, otherwise);
    asked.push(request.url ?? '');
  });
  afterAll(async () => {
    await listener.close();
    await pool.end(1_000);
  });

  const ask = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    new Promise<Got>((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port: listener.port, method, path, headers, agent: false },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () => {
            const bytes = Buffer.concat(parts);
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              bytes,
              text: unpacked(bytes, answer.headers),
            });
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  return {
    get: (path, headers = {}, method = 'GET') => ask(method, path, headers),
    send: (method, path, token, body) =>
      ask(
        method,
        path,
        { origin: ORIGIN, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body === undefined ? undefined : JSON.stringify(body),
      ),
    asked,
    made,
    askedWith,
    hold: (next) => {
      between = next;
    },
    bytes: cache.bytes,
    invalidate: cache.invalidate,
  };
}

function unpacked(bytes: Buffer, headers: IncomingHttpHeaders): string {
  if (bytes.length === 0) return '';
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(bytes).toString();
  return (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}
