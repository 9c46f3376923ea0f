import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { calls } from '#contract/calls.ts';
import { type Coding, codingFor } from './coding.ts';
import { hasAlready } from './entity-tag.ts';
import { type Form, withoutBody } from './kept-answer.ts';
import type { KeptAnswers, Passing } from './kept-answers.ts';

/** Pages that are the same for everybody. Their answers to what stands behind a question mark are not kept. */
const PAGES: ReadonlySet<string> = new Set([
  ...['/blogs', '/myPortfilo', '/login', '/signup', '/reset-password', '/dashboard'],
  ...['myorders', 'review', 'addTool', 'makeAdmin', 'manageTools', 'manageAllOrders', 'audit'].map(
    (it) => `/dashboard/${it}`,
  ),
]);
const CALLS: ReadonlySet<string> = new Set([calls.listTools.path, calls.listReviews.path]);
/** Answers of which each search has its own: home, its data, and the shared calls. */
const SEARCHED: ReadonlySet<string> = new Set(['/', '/_.data', ...CALLS]);
const OF_ONE_TOOL = /^\/(?:purchase\/[\w-]+(?:\.data)?|tools\/[\w-]+)$/;
const PLAIN_SEARCH = /^[\x21\x22\x24-\x7e]*$/;
const LONGEST_ADDRESS = 1_024;

export interface ServeKeptOptions {
  readonly answers: KeptAnswers;
  readonly answersTo: (host: string) => boolean;
  readonly log: Logger;
}

/**
 * Answers requests for what is the same for everybody, and leaves the others to the app. Nothing of a request but its
 * address reaches whoever makes the answer, so nobody's session can get into what others are shown.
 */
export function serveKept({ answers, answersTo, log }: ServeKeptOptions) {
  const known = new Map<string, boolean>();
  const isKnown = (host: string): boolean => {
    let answer = known.get(host);
    if (answer === undefined) {
      answer = answersTo(host);
      if (known.size >= MOST_HOSTS) known.clear();
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
    const form = answers.ready(url)?.ready(coding);
    if (form) send(request, response, form, log);
    else if (url.length > LONGEST_ADDRESS || !isShared(url)) otherwise();
    else find(request, response, url, coding, otherwise);
  };

  function find(
    request: IncomingMessage,
    response: ServerResponse,
    url: string,
    coding: Coding,
    otherwise: () => void,
  ) {
    const answered = answers.find(url).then(async (answer) => {
      if (!answer) otherwise();
      else if ('status' in answer) pass(request, response, answer);
      else send(request, response, await answer.form(coding), log);
    });
    answered.catch((error: unknown) => {
      log.error({ err: error }, 'a kept answer failed');
      if (!response.headersSent) otherwise();
    });
  }
}

const MOST_HOSTS = 100;

function isShared(url: string): boolean {
  const [path = '', search] = url.split('?', 2);
  if (search === undefined) return PAGES.has(path) || SEARCHED.has(path) || OF_ONE_TOOL.test(path);
  return PLAIN_SEARCH.test(url) && (SEARCHED.has(path) || path.endsWith('.data')) && isShared(path);
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
  if (!log.isLevelEnabled('info')) return;
  log.info({ request: id, method: request.method, route: routeOf(request.url), status, ms: 0 }, 'answered');
}

/** As the app names it: an address may hold what somebody searches for. */
function routeOf(url = ''): string {
  const [path = ''] = url.split('?', 1);
  if (CALLS.has(path)) return path;
  return path.startsWith('/tools/') ? calls.getTool.path : '/*';
}

function pass(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Passing): void {
  response.writeHead(status, [
    ...headers,
    ...(headers.includes('content-length') ? [] : ['content-length', String(body.byteLength)]),
  ]);
  response.end(request.method === 'HEAD' ? undefined : body);
}
