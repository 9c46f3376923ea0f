import type { IncomingMessage } from 'node:http';
import type { Context as HonoContext } from 'hono';

/**
 * From which network a request comes, to count what one client does: the other end of the connection, of IPv6 the /64
 * that one household or server has to itself. Headers say nothing here, as anybody can write them.
 */
export function clientAddress(c: HonoContext): string {
  const incoming = (c.env as { incoming?: IncomingMessage } | undefined)?.incoming;
  return networkOf(incoming?.socket.remoteAddress ?? 'unknown');
}

export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4) return v4;
  if (!address.includes(':')) return address;
  const [left = '', right] = address.replace(/%.*$/, '').split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  const zeros = right === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...tail];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
