import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { calls } from '#contract/calls.ts';
import type { Call, Rate } from '#contract/kernel/call.ts';
import { type AnswerCache, type MadeAnswer, madeOf, type Passing } from '#platform/cache/answer-cache.ts';
import { type Form, withoutBody } from '#platform/cache/cached-answer.ts';
import { type Coding, codingFor } from '#platform/cache/coding.ts';
import { hasAlready } from '#platform/cache/entity-tag.ts';
import type { ClientNetworks } from '#platform/limits/clients.ts';
import { countPerKey } from '#platform/limits/limit-per-key.ts';
import { cachedAddress, isPublic, isShared } from './cached-address.ts';
import type { Limiter } from './limiter.ts';
import type { Middleware } from './listen.ts';
import { problem } from './problem.ts';
import { baseHeaders } from './security-headers.ts';
import type { Invalidate } from './serve-calls.ts';

/** What is answered without the app: cached answers, and refusals before the costly parsing. In their order. */
export async function beforeApp(
  options: ServeCachedOptions & RefuseEarlyOptions & ShareRequestsOptions,
): Promise<Middleware> {
  const share = await shareRequests(options);
  const cached = serveCached(options);
  const refuse = await refuseEarly(options);
  return (request, response, otherwise) =>
    share(request, response, () => cached(request, response, () => refuse(request, response, otherwise)));
}

const CALLS: ReadonlySet<string> = new Set([calls.listTools.path, calls.listReviews.path]);
const MAX_ADDRESS_LENGTH = 1_024;

interface ServeCachedOptions {
  readonly cache: AnswerCache;
  readonly answersTo: (host: string) => boolean;
  readonly log: Logger;
}

/** Of a request only the address reaches the maker of an answer, so that no session gets into a shared answer. */
export function serveCached({ cache, answersTo, log }: ServeCachedOptions): Middleware {
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
  return (request, response, otherwise) => {
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

function note(
  { method, url }: IncomingMessage,
  status: number,
  request: string | undefined,
  log: Logger,
  route?: string,
): void {
  if (!log.isLevelEnabled('info')) return;
  log.info({ request, method, route: route ?? routeOf(url), status, ms: 0 }, 'answered');
}

/** Never the URL: it may contain search terms. */
function routeOf(url = ''): string {
  const [path = ''] = url.split('?', 1);
  if (CALLS.has(path)) return path;
  if (!path.startsWith('/tools/')) return '/*';
  return (path.endsWith('/alternatives') ? calls.getAlternatives : calls.getTool).path;
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

interface RefuseEarlyOptions {
  readonly limiter: Limiter;
  readonly publicOrigin: string;
  readonly answersTo: (host: string) => boolean;
  readonly log: Logger;
}

/** Refuses a request of a full class before the costly parsing. Fixed paths only; the limiter refuses the others. */
export async function refuseEarly({ limiter, publicOrigin, answersTo, log }: RefuseEarlyOptions): Promise<Middleware> {
  const classes = new Map<string, Rate>();
  for (const { method, path, rate, file } of Object.values(calls) as Call[])
    if (!file && !path.includes('{')) classes.set(`${method} ${path}`, rate);
  const refuse = await refusing(problem('busy'), publicOrigin, log);

  return (request, response, otherwise) => {
    const { method, url = '', headersDistinct } = request;
    const [path = ''] = url.split('?', 1);
    const of = classes.get(`${method} ${path}`);
    if (!of || !limiter.isFull(of) || !headersDistinct.host?.every(answersTo)) otherwise();
    else refuse(request, response, path);
  };
}

interface ShareRequestsOptions {
  readonly networks: ClientNetworks;
  /** 0 for no limit. */
  readonly maxPerClient: number;
  readonly publicOrigin: string;
  readonly log: Logger;
}

/** Limits concurrent requests per client behind a trusted proxy; `shareConnections` limits direct clients. */
export async function shareRequests({
  networks,
  maxPerClient,
  publicOrigin,
  log,
}: ShareRequestsOptions): Promise<Middleware> {
  const enter = countPerKey(maxPerClient);
  const refuse = await refusing(problem('too_many_at_once'), publicOrigin, log);

  return (request, response, next) => {
    const { remoteAddress } = request.socket;
    const forwarded = request.headers['x-forwarded-for'];
    if (maxPerClient === 0 || forwarded === undefined || !networks.isProxy(remoteAddress)) {
      next();
      return;
    }
    const leave = enter(networks.of(remoteAddress, forwarded.toString()));
    if (!leave) {
      refuse(request, response, '/*');
      return;
    }
    response.once('close', leave);
    next();
  };
}

/** Writes an answer that was made beforehand. */
async function refusing(refusal: Response, publicOrigin: string, log: Logger) {
  const { status } = refusal;
  const body = await refusal.text();
  const length = ['content-length', String(Buffer.byteLength(body))];
  const headers = [...refusal.headers, ...baseHeaders(publicOrigin), length].flat();

  return (request: IncomingMessage, response: ServerResponse, route: string): void => {
    const id = randomUUID();
    response.writeHead(status, [...headers, 'x-request-id', id]);
    response.end(body);
    note(request, status, id, log, route);
  };
}
