import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { ClientNetworks } from '#platform/limits/client-networks.ts';
import { countPerKey } from '#platform/limits/limit-per-key.ts';
import { problem } from './problem.ts';
import { baseHeaders } from './security-headers.ts';

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
  const refusal = problem('too_many_at_once');
  const { status } = refusal;
  const body = await refusal.text();
  const length = ['content-length', String(Buffer.byteLength(body))];
  const headers = [...refusal.headers, ...baseHeaders(publicOrigin), length].flat();

  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const { remoteAddress } = request.socket;
    const forwarded = request.headers['x-forwarded-for'];
    if (maxPerClient === 0 || forwarded === undefined || !networks.isProxy(remoteAddress)) {
      next();
      return;
    }
    const leave = enter(networks.of(remoteAddress, forwarded.toString()));
    if (!leave) {
      const id = randomUUID();
      response.writeHead(status, [...headers, 'x-request-id', id]);
      response.end(body);
      log.info({ request: id, method: request.method, route: '/*', status, ms: 0 }, 'answered');
      return;
    }
    response.once('close', leave);
    next();
  };
}
