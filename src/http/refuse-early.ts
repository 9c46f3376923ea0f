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

/** Refuses a request of a full class before the costly parsing. Fixed paths only; the limiter refuses the others. */
export async function refuseEarly({ limiter, publicOrigin, answersTo, log }: RefuseEarlyOptions) {
  const classes = new Map<string, Rate>();
  for (const { method, path, rate, file } of Object.values(calls) as Call[])
    if (!file && !path.includes('{')) classes.set(`${method} ${path}`, rate);
  const busy = problem('busy');
  const { status } = busy;
  const body = await busy.text();
  const headers = [...busy.headers, ...baseHeaders(publicOrigin), ['content-length', String(Buffer.byteLength(body))]];
  const rawHeaders = headers.flat();

  return (request: IncomingMessage, response: ServerResponse, otherwise: () => void): void => {
    const { method, url = '', headersDistinct } = request;
    const [path = ''] = url.split('?', 1);
    const of = classes.get(`${method} ${path}`);
    if (!of || !limiter.isFull(of) || !headersDistinct.host?.every(answersTo)) {
      otherwise();
      return;
    }
    const id = randomUUID();
    response.writeHead(status, [...rawHeaders, 'x-request-id', id]);
    response.end(body);
    log.info({ request: id, method, route: path, status, ms: 0 }, 'answered');
  };
}
