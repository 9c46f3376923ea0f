import type { IncomingMessage } from 'node:http';
import type { Context as HonoContext } from 'hono';
import { clientNetworks } from '#platform/limits/client-networks.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** The network of the request, for limits per client. */
    client: string;
  }
}

export function clientFinder(proxies: readonly string[]): (c: HonoContext) => string {
  const networks = clientNetworks(proxies);
  return (c) => {
    const incoming = (c.env as { incoming?: IncomingMessage } | undefined)?.incoming;
    return networks.of(incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'));
  };
}
