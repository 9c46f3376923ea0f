import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';

export interface ClientNetworks {
  readonly isProxy: (address: string | undefined) => boolean;
  /** The IPv4 address, or the /64 of an IPv6 one. Only a proxy's forwarded address counts: any client can send it. */
  readonly of: (address: string | undefined, forwarded: string | undefined) => string;
}

/** @param proxies addresses and subnets (`10.0.0.0/8`) of the proxies in front of the shop */
export function clientNetworks(proxies: readonly string[]): ClientNetworks {
  const trusted = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    if (bits === undefined) trusted.addAddress(address, family(address));
    else trusted.addSubnet(address, Number(bits), family(address));
  }
  const isTrusted = (address: string) => isIP(address) !== 0 && trusted.check(address, family(address));
  return {
    isProxy: (address = '') => isTrusted(withoutMapping(address)),
    of: (remote = 'unknown', forwarded = '') => {
      let address = withoutMapping(remote);
      // Each proxy appends the address it received from: read from the right up to the first untrusted address.
      for (const hop of forwarded.split(',').toReversed()) {
        const before = withoutMapping(withoutPort(hop.trim()));
        if (!isTrusted(address) || isIP(before) === 0) break;
        address = before;
      }
      return networkOf(address);
    },
  };
}

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Some proxies forward `203.0.113.9:51234` or `[2001:db8::9]:51234`. */
const withoutPort = (hop: string): string =>
  hop.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');

const withoutMapping = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [left = '', right] = address.split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  const zeros = Math.max(0, right === undefined ? 0 : 8 - head.length - tail.length);
  const groups = [...head, ...Array.from({ length: zeros }, () => '0'), ...tail];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

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
