import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Context as HonoContext } from 'hono';

declare module 'hono' {
  interface ContextVariableMap {
    /** From which network the request comes, to count what one client does. */
    client: string;
  }
}

/**
 * Finds the network of a request: the other end of the connection, of IPv6 the /64 that one household or server has to
 * itself. Headers count only where a proxy of the shop's owner wrote them; anybody else can write what they like.
 * @param proxies addresses and subnets (`10.0.0.0/8`) of those proxies
 */
export function clientFinder(proxies: readonly string[]): (c: HonoContext) => string {
  const trusted = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    if (bits === undefined) trusted.addAddress(address, family(address));
    else trusted.addSubnet(address, Number(bits), family(address));
  }
  const isTrusted = (address: string) => isIP(address) !== 0 && trusted.check(address, family(address));
  return (c) => {
    const incoming = (c.env as { incoming?: IncomingMessage } | undefined)?.incoming;
    let address = withoutMapping(incoming?.socket.remoteAddress ?? 'unknown');
    // Each proxy adds at the right whom it heard: read back until somebody who is no proxy of ours.
    for (const hop of (c.req.header('x-forwarded-for') ?? '').split(',').toReversed()) {
      const before = withoutMapping(hop.trim());
      if (!isTrusted(address) || isIP(before) === 0) break;
      address = before;
    }
    return networkOf(address);
  };
}

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

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
