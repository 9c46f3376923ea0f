import { createServer, connect as dial, type Socket } from 'node:net';
import { afterAll } from 'vitest';
import type { ConnectionOptions } from '../../platform/postgres/connection.ts';
import type { Sql } from '../../platform/postgres/sql.ts';

/** Where a pool leads. */
export const placeOf = ({ options }: Sql): ConnectionOptions => options.place;

/** What stands between a shop and its database on another machine, and what it does to connections. */
export type ProxyMode = 'passes' | 'closes' | 'freezes';

export interface DatabaseProxy {
  /** The database as it is reached through the proxy. */
  readonly connection: ConnectionOptions;
  readonly url: string;
  /** `closes`: all are cut, and each new one is accepted and closed. `freezes`: nothing comes through any more. */
  set(mode: ProxyMode): void;
  /** Connections that were accepted so far. */
  accepted(): number;
  /** Those that are open. */
  open(): number;
}

/** A proxy on loopback, in the way of HAProxy, in front of a database that may listen on a Unix socket. */
export async function databaseProxy(to: ConnectionOptions): Promise<DatabaseProxy> {
  let mode: ProxyMode = 'passes';
  let accepted = 0;
  const pairs = new Set<readonly [Socket, Socket | undefined]>();
  const server = createServer((near) => {
    accepted += 1;
    near.on('error', () => {});
    if (mode === 'closes') return near.end();
    const far = mode === 'passes' ? dialTo(to) : undefined;
    const pair = [near, far] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far?.destroy();
    };
    near.on('close', end);
    far?.on('close', end).on('error', end);
    if (far) near.pipe(far).pipe(near);
    return undefined;
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const cut = () => {
    for (const [near] of pairs) near.destroy();
  };
  afterAll(() => {
    cut();
    server.close();
  });
  const { user, password, database } = to;
  return {
    connection: { ...to, host: '127.0.0.1', port },
    url: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    set(next) {
      mode = next;
      if (mode === 'closes') cut();
      for (const [near, far] of pairs) {
        if (mode === 'freezes') {
          near.unpipe();
          far?.unpipe();
          near.pause();
          far?.pause();
        } else if (far) near.pipe(far).pipe(near);
        else near.destroy();
      }
    },
    accepted: () => accepted,
    open: () => pairs.size,
  };
}

function dialTo({ host, port = 5432 }: ConnectionOptions): Socket {
  return host.startsWith('/') ? dial(`${host}/.s.PGSQL.${port}`) : dial(port, host);
}
