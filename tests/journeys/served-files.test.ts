import { readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { theShop } from '../harness/the-shop.ts';

const { origin } = theShop();

const ASSETS = join(import.meta.dirname, '../../build/client/assets');

/** A path as it is written, which fetch would tidy first. */
function get(
  path: string,
  method = 'GET',
  encoding = 'identity',
): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
  const { hostname, port } = new URL(origin);
  return new Promise((done, fail) => {
    const sent = request(
      { hostname, port, path, method, headers: { accept: 'text/html', 'accept-encoding': encoding } },
      (answer) => {
        let body = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => {
          body += chunk;
        });
        answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
      },
    );
    sent.on('error', fail);
    sent.end();
  });
}

const HIDDEN = [
  '/.git/config',
  '/.git/HEAD',
  '/.env',
  '/.npmrc',
  '/.ci/run',
  '/package.json',
  '/package-lock.json',
  '/node_modules/hono/package.json',
  '/src/server.ts',
  '/src/config.ts',
  '/build/server/index.js',
  '/server/index.js',
  '/migrations/0001-first-shop.sql',
  '/content/catalogue/tools.json',
  '/.shop/postgres/postgres.log',
  '/sandbox-stripe.sqlite',
  '/sandbox-paypal.sqlite',
  '/../package.json',
  '/assets/../../../package.json',
  '/assets/..%2f..%2f..%2fpackage.json',
  '/assets/%2e%2e/%2e%2e/server/index.js',
  '/assets/..\\..\\server\\index.js',
  '/..%5c..%5cpackage.json',
  '/assets/%00',
  '/images/../../postgres/postgres.log',
  '/images/..%2f..%2fpostgres%2fpostgres.log',
  '/favicon.svg/../../server/index.js',
  '/metrics',
  '/debug',
  '/admin.php',
  '/server-status',
  '/@vite/client',
  '/@fs/etc/passwd',
  '/__inspect',
];

test('nothing of the repository, the data or the tools can be fetched, however the path is written', async () => {
  for (const path of HIDDEN) {
    const { status, body } = await get(path);
    expect([path, status === 404 || status === 400]).toEqual([path, true]);
    expect(body, path).not.toMatch(/"dependencies"|root:|\[core\]|create table|startShop/);
  }
  expect(HIDDEN).toHaveLength(34);
});

test('no folder is listed', async () => {
  for (const path of ['/assets', '/assets/', '/images', '/images/', '/sandbox/', '/sandbox/mailbox/../']) {
    const { status, body } = await get(path);
    expect([path, status]).toEqual([path, 404]);
    expect(body, path).not.toContain('Index of');
  }
});

test('a file that is not there is 404 and no page that a cache would keep as a file', async () => {
  for (const path of ['/assets/none.js', '/none.css', '/dashboard/none.js', '/myorders/none.css', '/review/none.jpg']) {
    const { status, headers } = await get(path);
    expect([path, status]).toEqual([path, path.startsWith('/myorders') ? 401 : 404]);
    expect(String(headers['cache-control']), path).toMatch(/^no-(store|cache)$/);
  }
});

test('pages, files and refusals alike are sealed, and none says what the shop runs on', async () => {
  const script = readdirSync(ASSETS).find((it) => it.endsWith('.js'));
  for (const path of ['/', '/login', '/dashboard', '/none', '/favicon.svg', `/assets/${script}`, '/docs', '/none.js']) {
    const { headers, body } = await get(path);
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
      'content-type': expect.stringMatching(/charset=utf-8$|^application\/json$/i),
    });
    // What a document may do is said with documents.
    expect('permissions-policy' in headers, path).toBe(!path.startsWith('/assets/'));
    expect(Object.keys(headers).join(), path).not.toMatch(/powered|server$|access-control|via/);
    expect(body, path).not.toMatch(/react-router\/\d|hono\/\d|node\/\d|v26\.|PostgreSQL \d/i);
  }
});

test('a page that anybody may fetch has nothing of anybody in it, and may be kept by no shared cache', async () => {
  for (const path of ['/dashboard', '/dashboard/myorders', '/dashboard/makeAdmin', '/dashboard/manageAllOrders']) {
    const { headers, body } = await get(path);
    expect(headers['cache-control']).toBe('no-cache');
    expect(body).not.toMatch(/[\w.]+@(?!example\.com)[\w.]+\.\w+/);
  }
});

test.each(['TRACE', 'OPTIONS', 'PROPFIND', 'PURGE', 'LINK'])('%s is no method of the shop', async (method) => {
  for (const path of ['/', '/tools', '/login', '/favicon.svg']) {
    const { status, headers, body } = await get(path, method);
    expect([path, status]).toEqual([path, 404]);
    expect(headers['content-type']).toBe('application/problem+json');
    expect(body).not.toContain('accept');
  }
});

test('what the home page makes a browser fetch is little, sent compressed, and kept for good', async () => {
  const { body } = await get('/');
  const named = (kind: string) => [...new Set(body.match(new RegExp(`[\\w.-]+\\.${kind}\\b`, 'g')))];
  const bytesOf = (names: string[], suffix = '') =>
    names.reduce((sum, name) => sum + statSync(join(ASSETS, name + suffix)).size, 0);
  const [scripts, sheets, fonts] = [named('js'), named('css'), named('woff2')];
  expect(fonts).toHaveLength(2);
  expect(scripts.length).toBeLessThanOrEqual(12);
  // React and its router are 108 kB of it, what belongs to buying in bulk at most 6.
  expect(bytesOf(scripts, '.gz')).toBeLessThan(143_500);
  // With its headers in the ten packets that a server sends before it hears from the browser: one round trip.
  expect(bytesOf(sheets, '.br')).toBeLessThan(14_000);
  expect(bytesOf(scripts, '.gz') + bytesOf(sheets, '.gz') + bytesOf(fonts)).toBeLessThan(221_000);
  for (const name of [...scripts, ...sheets])
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers } = await get(`/assets/${name}`, 'GET', encoding);
      expect(headers['content-encoding'] ?? 'identity', name).toBe(encoding);
      expect(headers, name).toMatchObject({
        'cache-control': expect.stringContaining('immutable'),
        vary: expect.stringMatching(/accept-encoding/i),
      });
    }
});

test('what home fetches for a search, and for coming back to it, is kept and sent compressed', async () => {
  for (const path of ['/_.data?q=clamp&_routes=home', '/_.data']) {
    const { status, headers } = await get(path, 'GET', 'br');
    expect([path, status, headers['content-encoding'], headers.etag]).toEqual([path, 200, 'br', expect.any(String)]);
  }
});

test('nothing keeps a browser from showing a page as it was left when somebody goes back to it', async () => {
  for (const path of ['/', '/blogs', '/myPortfilo', '/login', '/signup'])
    expect([path, (await get(path)).headers['cache-control']]).not.toEqual([path, expect.stringContaining('no-store')]);
  for (const name of readdirSync(ASSETS).filter((it) => it.endsWith('.js')))
    expect(readFileSync(join(ASSETS, name), 'utf8'), name).not.toMatch(/addEventListener\(["'`](before)?unload["'`]/);
});
