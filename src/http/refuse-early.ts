import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { calls } from '#contract/calls.ts';
import type { Call, Rate } from '#contract/kernel/call.ts';
import type { Limiter } from './limiter.ts';
import { problem } from './problem.ts';
import { baseHeaders } from './security-headers.ts';

export interface RefuseEarlyOptions {
  readonly limiter: Limiter;
  readonly publicOrigin: string;
  readonly answersTo: (host: string) => boolean;
  readonly log: Logger;
}

/**
 * Says what the limiter would say to those for whom there is no place, before anything of their request is read or
 * looked up: of many who come at once most are told no, and what that costs is taken from those who are served. Knows
 * the calls whose path is always the same; all else comes to the limiter as ever.
 */
export async function refuseEarly({ limiter, publicOrigin, answersTo, log }: RefuseEarlyOptions) {
  const classes = new Map<string, Rate>();
  for (const { method, path, rate, file } of Object.values(calls) as Call[])
    if (!file && !path.includes('{')) classes.set(`${method} ${path}`, rate);
  const busy = problem('busy');
  const { status } = busy;
  const body = await busy.text();
  const headers = [...busy.headers, ...baseHeaders(publicOrigin), ['content-length', String(Buffer.byteLength(body))]];
  const told = headers.flat();

  return (request: IncomingMessage, response: ServerResponse, otherwise: () => void): void => {
    const { method, url = '', headersDistinct } = request;
    const [path = ''] = url.split('?', 1);
    const of = classes.get(`${method} ${path}`);
    if (!of || !limiter.isFull(of) || !headersDistinct.host?.every(answersTo)) {
      otherwise();
      return;
    }
    const id = randomUUID();
    response.writeHead(status, [...told, 'x-request-id', id]);
    response.end(body);
    log.info({ request: id, method, route: path, status, ms: 0 }, 'answered');
  };
}
