import { Hono } from 'hono';
import { pages } from '#contract/pages.ts';
import { categoryAddress } from '#model/catalogue/category-address.ts';

const pagesFor = (crawlers: 'sitemap' | 'disallow') =>
  pages.filter((page) => page.crawlers === crawlers).map(({ path }) => path);

const PRIVATE_PLACES = [...pagesFor('disallow'), '/auth/', '/sandbox/', '/docs'];

/** robots.txt and sitemap.xml. `categories` answers undefined when they cannot be read. */
export function crawlerRoutes(publicOrigin: string, categories: () => Promise<readonly string[] | undefined>): Hono {
  const app = new Hono();
  const address = (path: string) => new URL(path, publicOrigin).href;
  const rules = ['User-agent: *', ...PRIVATE_PLACES.map((place) => `Disallow: ${place}`), 'Allow: /'];
  const robots = `${rules.join('\n')}\n\nSitemap: ${address('/sitemap.xml')}\n`;
  const sitemapOf = (paths: readonly string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `  <url><loc>${escaped(address(path))}</loc></url>`).join('\n')}
</urlset>
`;
  app.get('/robots.txt', (c) => c.body(robots, 200, typed('text/plain; charset=utf-8')));
  app.get('/sitemap.xml', async (c) => {
    const known = await categories();
    const headers = typed('application/xml; charset=utf-8');
    const sitemap = sitemapOf([...pagesFor('sitemap'), ...(known ?? []).map(categoryAddress)]);
    return c.body(sitemap, 200, known ? headers : { ...headers, 'cache-control': 'no-store' });
  });
  return app;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;');

const typed = (type: string) => ({ 'content-type': type, 'cache-control': 'public, max-age=3600' });
