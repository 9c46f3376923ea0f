import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

const YEAR = 'public, max-age=31536000, immutable';

/** Serves the built files: those with a hash in their name for ever, the others for an hour. */
export function staticFiles(folder: string, otherwise: (request: Request) => Promise<Response>): Hono {
  const app = new Hono();
  app.use('/assets/*', async (c, next) => {
    await next();
    // Said of the plain copy as well: a cache must not give it to those who take a smaller one.
    if (!c.res.ok) return;
    c.res.headers.set('vary', 'accept-encoding');
    // Its name changes when it does: nobody asks whether it was modified.
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
