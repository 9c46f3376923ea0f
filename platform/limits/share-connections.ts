import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ClientNetworks } from './client-networks.ts';

export interface ConnectionLimits {
  readonly maxConnections: number;
  /** Per client; beyond it the longest idle one is closed. 0 for no limit. */
  readonly maxPerClient: number;
  readonly maxRequestsPerSocket: number;
}

interface Connection {
  /** The client's connections, longest idle first. Connections of a proxy are not counted. */
  readonly siblings: Set<Socket> | undefined;
  requestsInProgress: number;
  requests: number;
}

/** Node counts a destroyed connection for a moment more. */
const CLOSING = 100;

/** At a limit an idle connection is closed for the next. The result is false beyond `maxRequestsPerSocket`. */
export function shareConnections(
  server: Server,
  { maxConnections, maxPerClient, maxRequestsPerSocket }: ConnectionLimits,
  networks: ClientNetworks,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const connections = new Map<Socket, Connection>();
  const clients = new Map<string, Set<Socket>>();
  server.maxConnections = maxConnections + CLOSING;

  server.on('connection', (socket: Socket) => {
    const isProxy = networks.isProxy(socket.remoteAddress);
    const client = networks.of(socket.remoteAddress, undefined);
    const own = clients.get(client);
    const beyondShare = !isProxy && maxPerClient > 0 && own !== undefined && own.size >= maxPerClient;
    if ((beyondShare && !closeIdle(own)) || (connections.size >= maxConnections && !closeIdleOfLargest())) {
      socket.destroy();
      return;
    }
    // Looked up again: closing the last connection removes the set.
    const siblings = isProxy ? undefined : (clients.get(client) ?? new Set());
    if (siblings) clients.set(client, siblings.add(socket));
    connections.set(socket, { siblings, requestsInProgress: 0, requests: 0 });
    socket.once('close', () => forget(socket, client));
  });

  function forget(socket: Socket, client: string): void {
    const siblings = connections.get(socket)?.siblings;
    connections.delete(socket);
    siblings?.delete(socket);
    if (siblings?.size === 0 && clients.get(client) === siblings) clients.delete(client);
  }

  function closeIdle(of: Set<Socket>): boolean {
    for (const socket of of) {
      if (connections.get(socket)?.requestsInProgress !== 0) continue;
      of.delete(socket);
      connections.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  const closeIdleOfLargest = (): boolean =>
    [...clients.values()].sort((one, other) => other.size - one.size).some(closeIdle);

  return ({ socket }, response) => {
    const connection = connections.get(socket);
    if (!connection) return false;
    connection.requests += 1;
    if (connection.requests > maxRequestsPerSocket) return false;
    if (connection.requests === maxRequestsPerSocket) response.setHeader('connection', 'close');
    connection.requestsInProgress += 1;
    response.once('close', () => {
      connection.requestsInProgress -= 1;
      // Idle from now on: moved to the end.
      if (connection.siblings?.delete(socket)) connection.siblings.add(socket);
    });
    return true;
  };
}
