import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

const YEAR = 'public, max-age=31536000, immutable';

export function staticFiles(folder: string, otherwise: (request: Request) => Promise<Response> | Response): Hono {
  const app = new Hono();
  app.use('/assets/*', async (c, next) => {
    await next();
    // Also for the uncompressed copy: caches must not serve it to clients that accept compression.
    if (!c.res.ok) return;
    c.res.headers.set('vary', 'accept-encoding');
    // The hash in the name makes revalidation unnecessary.
    c.res.headers.delete('last-modified');
  });
  app.get(
    '/assets/*',
    serveStatic({ root: folder, precompressed: true, onFound: (_path, c) => c.header('cache-control', YEAR) }),
  );
  app.get(
    '/:file{[^/]+\\.[a-z0-9]+}',
    serveStatic({ root: folder, onFound: (_path, c) => c.header('cache-control', 'public, max-age=3600') }),
  );
  app.notFound((c) => otherwise(c.req.raw));
  return app;
}
