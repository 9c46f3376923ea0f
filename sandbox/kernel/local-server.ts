import { createAdaptorServer } from '@hono/node-server';

const GRACE_MS = 2_000;

/** A server on 127.0.0.1 for a stand-in. */
export function createLocalServer(fetch: (request: Request) => Promise<Response> | Response) {
  const server = createAdaptorServer({ fetch });
  return {
    /** Port 0 takes a free one. Rejects when the port is taken. */
    listen: (port: number): Promise<{ host: '127.0.0.1'; port: number }> =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => {
          server.off('error', reject);
          const address = server.address();
          if (address === null || typeof address === 'string') throw new Error('The sandbox has no port.');
          resolve({ host: '127.0.0.1', port: address.port });
        });
      }),
    /** Finishes answers in progress; after `GRACE_MS` closes all connections. */
    close(): Promise<void> {
      if (!server.listening) return Promise.resolve();
      return new Promise((resolve) => {
        const impatience = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), GRACE_MS);
        server.close(() => {
          clearTimeout(impatience);
          resolve();
        });
        if ('closeIdleConnections' in server) server.closeIdleConnections();
      });
    },
  };
}
