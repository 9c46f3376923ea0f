import { Hono } from 'hono';

/** The pages that strangers may find, in the order of their weight. Tools are found on the first of them. */
const PUBLIC_PAGES = ['/', '/blogs', '/myPortfilo', '/signup', '/login'];

/** Below these a stranger finds nothing, or only a way to login. */
const PRIVATE_PLACES = ['/dashboard', '/reset-password', '/auth/', '/sandbox/', '/docs'];

/** Tells search engines where to look, and where not. */
export function serveForCrawlers(
  publicOrigin: string,
  otherwise: (request: Request) => Promise<Response> | Response,
): Hono {
  const app = new Hono();
  const address = (path: string) => new URL(path, publicOrigin).href;
  const rules = ['User-agent: *', ...PRIVATE_PLACES.map((place) => `Disallow: ${place}`), 'Allow: /'];
  const robots = `${rules.join('\n')}\n\nSitemap: ${address('/sitemap.xml')}\n`;
  const entries = PUBLIC_PAGES.map((path) => `  <url><loc>${address(path)}</loc></url>`).join('\n');
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries}
</urlset>
`;
  app.get('/robots.txt', (c) => c.body(robots, 200, typed('text/plain; charset=utf-8')));
  app.get('/sitemap.xml', (c) => c.body(sitemap, 200, typed('application/xml; charset=utf-8')));
  app.notFound((c) => otherwise(c.req.raw));
  return app;
}

const typed = (type: string) => ({ 'content-type': type, 'cache-control': 'public, max-age=3600' });
