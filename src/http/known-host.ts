import { isIP } from 'node:net';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const PRIVATE = /^([^.]+|.+\.(localhost|local|internal|lan|test|example|home\.arpa))$/;

/** Against DNS rebinding. Without a public origin: IP addresses and names that cannot be registered publicly. */
export function knownHosts(publicOrigin: string | undefined): (host: string) => boolean {
  const own = publicOrigin === undefined ? undefined : new URL(publicOrigin).hostname;
  return (host) => {
    const name = nameOf(host);
    if (name === undefined) return false;
    if (LOOPBACK.test(name)) return true;
    if (own !== undefined) return name === own;
    return isIP(name.replace(/^\[|\]$/g, '')) !== 0 || PRIVATE.test(name);
  };
}

function nameOf(host: string): string | undefined {
  if (/[\s/?#@\\]/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname.replace(/\.$/, '');
}
