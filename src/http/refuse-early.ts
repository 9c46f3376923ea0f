import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { calls } from '#contract/calls.ts';
import type { Call, Rate } from '#contract/kernel/call.ts';
import type { ClientNetworks } from '#platform/limits/client-networks.ts';
import { countPerKey } from '#platform/limits/limit-per-key.ts';
import type { Limiter } from './limiter.ts';
import { problem } from './problem.ts';
import { baseHeaders } from './security-headers.ts';

export interface RefuseEarlyOptions {
  readonly limiter: Limiter;
  readonly publicOrigin: string;
  readonly answersTo: (host: string) => boolean;
  readonly log: Logger;
}

/** Refuses a request of a full class before the costly parsing. Fixed paths only; the limiter refuses the others. */
export async function refuseEarly({ limiter, publicOrigin, answersTo, log }: RefuseEarlyOptions) {
  const classes = new Map<string, Rate>();
  for (const { method, path, rate, file } of Object.values(calls) as Call[])
    if (!file && !path.includes('{')) classes.set(`${method} ${path}`, rate);
  const refuse = await refusing(problem('busy'), publicOrigin, log);

  return (request: IncomingMessage, response: ServerResponse, otherwise: () => void): void => {
    const { method, url = '', headersDistinct } = request;
    const [path = ''] = url.split('?', 1);
    const of = classes.get(`${method} ${path}`);
    if (!of || !limiter.isFull(of) || !headersDistinct.host?.every(answersTo)) otherwise();
    else refuse(request, response, path);
  };
}

export interface ShareRequestsOptions {
  readonly networks: ClientNetworks;
  /** 0 for no limit. */
  readonly maxPerClient: number;
  readonly publicOrigin: string;
  readonly log: Logger;
}

/** Limits concurrent requests per client behind a trusted proxy; share-connections.ts limits direct clients. */
export async function shareRequests({ networks, maxPerClient, publicOrigin, log }: ShareRequestsOptions) {
  const enter = countPerKey(maxPerClient);
  const refuse = await refusing(problem('too_many_at_once'), publicOrigin, log);

  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
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

  return ({ method }: IncomingMessage, response: ServerResponse, route: string): void => {
    const id = randomUUID();
    response.writeHead(status, [...headers, 'x-request-id', id]);
    response.end(body);
    log.info({ request: id, method, route, status, ms: 0 }, 'answered');
  };
}
