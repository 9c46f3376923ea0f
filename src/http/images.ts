import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import type { Context } from '#services/kernel/context.ts';
import { problem } from './problem.ts';

/** Serves `/images/{key}/{file}`. An address names its content, so browsers and caches may keep it for good. */
export function createImages({ pictures }: Pick<Context, 'pictures'>): Hono {
  const app = new Hono();
  app.get('/images/:key/:file', async (c) => {
    const picture = await pictures.get(`${c.req.param('key')}/${c.req.param('file')}`);
    if (!picture) return problem('picture_not_found');
    const tag = `"${createHash('sha256').update(picture.bytes).digest('base64url').slice(0, 22)}"`;
    const headers = { ...ALWAYS, etag: tag };
    if (matches(c.req.header('if-none-match'), tag)) return new Response(null, { status: 304, headers });
    return new Response(picture.bytes, {
      headers: { ...headers, 'content-type': picture.type, 'content-length': String(picture.bytes.byteLength) },
    });
  });
  app.all('/images/*', () => problem('picture_not_found'));
  return app;
}

/** A picture opened by itself runs nothing and loads nothing, whatever its bytes pretend to be. */
const ALWAYS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-disposition': 'inline',
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
};

/** Whether the sender already has the picture (RFC 9110, 13.1.2: a list, compared without the mark of weakness). */
function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((it) => it.trim().replace(/^W\//, ''));
  return known.includes(tag) || known.includes('*');
}
