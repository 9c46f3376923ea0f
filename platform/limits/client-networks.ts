import { BlockList, isIP } from 'node:net';

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
