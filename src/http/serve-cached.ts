import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { calls } from '#contract/calls.ts';
import { type AnswerCache, type MadeAnswer, madeOf, type Passing } from '#platform/cache/answer-cache.ts';
import { type Form, withoutBody } from '#platform/cache/cached-answer.ts';
import { type Coding, codingFor } from '#platform/cache/coding.ts';
import { hasAlready } from '#platform/cache/entity-tag.ts';
import { cachedAddress, isPublic, isShared } from './cached-address.ts';
import type { Invalidate } from './serve-calls.ts';

const CALLS: ReadonlySet<string> = new Set([calls.listTools.path, calls.listReviews.path]);
const MAX_ADDRESS_LENGTH = 1_024;

export interface ServeCachedOptions {
  readonly cache: AnswerCache;
  readonly answersTo: (host: string) => boolean;
  readonly log: Logger;
}

/** Of a request only the address reaches the maker of an answer, so that no session gets into a shared answer. */
export function serveCached({ cache, answersTo, log }: ServeCachedOptions) {
  const known = new Map<string, boolean>();
  const isKnown = (host: string): boolean => {
    let answer = known.get(host);
    if (answer === undefined) {
      answer = answersTo(host);
      if (known.size >= MAX_HOSTS) known.clear();
      known.set(host, answer);
    }
    return answer;
  };
  return (request: IncomingMessage, response: ServerResponse, otherwise: () => void): void => {
    const { url = '', headers } = request;
    if (!isPlainRead(request) || !isKnown(headers.host ?? '')) {
      otherwise();
      return;
    }
    const coding = codingFor(headers['accept-encoding']);
    const address = cachedAddress(url);
    const form = cache.ready(address)?.ready(coding);
    if (form) send(request, response, form, log);
    else if (address.length > MAX_ADDRESS_LENGTH || !isShared(address)) otherwise();
    else find(request, response, address, coding, otherwise);
  };

  function find(
    request: IncomingMessage,
    response: ServerResponse,
    address: string,
    coding: Coding,
    otherwise: () => void,
  ) {
    const answered = cache.find(address).then(async (answer) => {
      if ('status' in answer) pass(request, response, answer, log);
      else send(request, response, await answer.form(coding), log);
    });
    answered.catch((error: unknown) => {
      log.error({ err: error }, 'a cached answer failed');
      if (!response.headersSent) otherwise();
    });
  }
}

const MAX_HOSTS = 100;

/** Browsers ask each time. A CDN may reuse an answer for a second, and for ten more while it fetches a new one. */
const SHARED_CACHES: MadeAnswer['headers'] = [
  ['cache-control', 'max-age=0, s-maxage=1'],
  ['cdn-cache-control', 'max-age=1, stale-while-revalidate=10'],
];

/** The app's answers to an anonymous visitor. */
export const publicAnswers =
  (fetch: (asked: Request) => Promise<Response> | Response, origin: string) =>
  async (address: string): Promise<MadeAnswer> =>
    withSharedCaching(address, await madeOf(await fetch(new Request(new URL(address, origin)))));

export const invalidating =
  (cache: AnswerCache): Invalidate =>
  (changes) =>
    changes === 'stock' ? cache.invalidate() : cache.clear();

function withSharedCaching(address: string, made: MadeAnswer): MadeAnswer {
  const may = made.headers.find(([name]) => name === 'cache-control')?.[1];
  const [path = ''] = address.split('?', 1);
  if (made.status !== 200 || !isPublic(path) || (may !== undefined && may !== 'no-cache')) return made;
  return { ...made, headers: [...made.headers.filter(([name]) => name !== 'cache-control'), ...SHARED_CACHES] };
}

/** GET or HEAD without a body, under one name. */
function isPlainRead({ method, headers, rawHeaders }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false;
  let names = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') names += 1;
  return names === 1;
}

function send(request: IncomingMessage, response: ServerResponse, form: Form, log: Logger): void {
  const id = randomUUID();
  const asked = request.headers['if-none-match'];
  const unchanged = asked === undefined ? undefined : [form, form.before].find((it) => it && hasAlready(asked, it.tag));
  const status = unchanged ? 304 : 200;
  response.writeHead(status, [...(unchanged ? withoutBody(unchanged) : form.headers), 'x-request-id', id]);
  if (unchanged || request.method === 'HEAD') response.end();
  else if (form.text === undefined) response.end(form.body);
  else response.end(form.text, 'latin1');
  note(request, status, id, log);
}

function note({ method, url }: IncomingMessage, status: number, request: string | undefined, log: Logger): void {
  if (log.isLevelEnabled('info')) log.info({ request, method, route: routeOf(url), status, ms: 0 }, 'answered');
}

/** Never the URL: it may contain search terms. */
function routeOf(url = ''): string {
  const [path = ''] = url.split('?', 1);
  if (CALLS.has(path)) return path;
  return path.startsWith('/tools/') ? calls.getTool.path : '/*';
}

function pass(request: IncomingMessage, response: ServerResponse, passing: Passing, log: Logger): void {
  const { status, headers, body } = passing;
  response.writeHead(status, [
    ...headers,
    ...(headers.includes('content-length') ? [] : ['content-length', String(body.byteLength)]),
  ]);
  response.end(request.method === 'HEAD' ? undefined : body);
  note(request, status, headers[headers.indexOf('x-request-id') + 1], log);
}
