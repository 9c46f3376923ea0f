import { isIP } from 'node:net';

/** Names by which only this machine can be meant. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
/** Names that nobody can have on the internet: of one word, or below an ending that is kept from everybody. */
const PRIVATE = /^([^.]+|.+\.(localhost|local|internal|lan|test|example|home\.arpa))$/;

/**
 * Tells whether the shop answers under a name. With a public address that is its name, and those of this machine. Without
 * one, addresses in numbers and every name that no stranger can own: a site that points its own name at this machine
 * would otherwise read the shop in the browser of somebody who is near it.
 * @param publicOrigin undefined when nobody has said under which address people reach the shop
 */
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

/** The name without its port, as URLs spell it; undefined for what is no host. */
function nameOf(host: string): string | undefined {
  if (/[\s/?#@\\]/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname.replace(/\.$/, '');
}
