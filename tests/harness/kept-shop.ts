import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { drizzle } from 'drizzle-orm/postgres-js';
import { pino } from 'pino';
import type { Sql } from 'postgres';
import { afterAll } from 'vitest';
import { createApp } from '#http/app.ts';
import { createKeptAnswers, madeOf } from '#http/kept-answers.ts';
import { listen } from '#http/listen.ts';
import { createPlainLists } from '#http/plain-lists.ts';
import { serveKept } from '#http/serve-kept.ts';
import { openTurnstile } from '#http/turnstile.ts';
import type { Context } from '#services/kernel/context.ts';
import * as schema from '#tables/schema.ts';
import { connect } from '../../src/database/connect.ts';
import { watchShop } from '../../src/database/watch-shop.ts';
import { ORIGIN } from './own-shop.ts';

export interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As it came, packed or not. */
  readonly bytes: Buffer;
  readonly text: string;
}

/** A process of the shop as far as its kept answers go: a port, and a database pool and a watch of its own. */
export interface KeptShop {
  readonly get: (path: string, headers?: Record<string, string>, method?: string) => Promise<Got>;
  readonly send: (method: string, path: string, token: string, body?: unknown) => Promise<Got>;
  /** Addresses that were asked for, and have reached what is kept, in turn. */
  readonly asked: string[];
  /** Addresses whose answers were made, in turn. */
  readonly made: string[];
  /** The headers with which the app was asked to make them. */
  readonly askedWith: Headers[];
  readonly sql: Sql;
  /** Runs before each answer is given to the cache: after its data was read. */
  readonly hold: (between: () => Promise<void>) => void;
  readonly bytes: () => number;
  readonly catchUp: () => Promise<boolean>;
}

export async function keptShop(
  world: Context,
  like: Sql,
  { mostBytes = 4 * 1024 ** 2, currentMs }: { mostBytes?: number; currentMs?: number } = {},
): Promise<KeptShop> {
  const { host, port, user, database } = like.options;
  const options = {
    host: host[0] ?? '',
    port: port[0] ?? 5432,
    user,
    database,
    password: String(like.options.pass ?? ''),
  };
  const sql = connect(options, { max: 4, log: () => {} });
  const log = pino({ level: 'silent' });
  const context = { ...world, db: drizzle(sql, { schema }) };
  const news = watchShop(sql, () => {}, currentMs);
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
    published: news.published,
    pages,
  });
  const lists = createPlainLists({ context, publicOrigin: ORIGIN, turnstile: openTurnstile });
  const made: string[] = [];
  const askedWith: Headers[] = [];
  let between = async () => {};
  const answers = createKeptAnswers({
    make: async (address) => {
      made.push(address);
      const list = lists(address);
      const asked = new Request(new URL(address, ORIGIN));
      if (!list) askedWith.push(asked.headers);
      const answer = await (list ?? madeOf(await app.request(asked)));
      await between();
      return answer;
    },
    news,
    mostBytes,
  });
  const opened = await listen({ port: 0, host: '127.0.0.1' }, log);
  if (!opened.ok) throw new Error(opened.failure);
  const listener = opened.value;
  const kept = serveKept({ answers, answersTo, log });
  const asked: string[] = [];
  listener.serve(app.fetch, (request, response, otherwise) => {
    kept(request, response, otherwise);
    asked.push(request.url ?? '');
  });
  afterAll(async () => {
    await listener.close();
    await news.close();
    await sql.end({ timeout: 1 });
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
    sql,
    hold: (next) => {
      between = next;
    },
    bytes: answers.bytes,
    catchUp: news.catchUp,
  };
}

function unpacked(bytes: Buffer, headers: IncomingHttpHeaders): string {
  if (bytes.length === 0) return '';
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(bytes).toString();
  return (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}
