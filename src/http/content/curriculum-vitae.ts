import { Hono } from 'hono';
import { CURRICULUM_VITAE, curriculumVitaeFile } from '#model/content/portfolio.ts';
import { hasAlready, tagOf } from '#platform/cache/entity-tag.ts';

export interface CurriculumVitae {
  readonly name: string;
  bytes(): Promise<Uint8Array>;
}

export function curriculumVitaeRoutes({ name, bytes }: CurriculumVitae): Hono {
  const app = new Hono();
  app.get(CURRICULUM_VITAE.path, async (c) => {
    const file = await bytes();
    const tag = tagOf(file);
    const headers = { etag: tag, 'cache-control': 'no-cache' };
    if (hasAlready(c.req.header('if-none-match'), tag)) return new Response(null, { status: 304, headers });
    return new Response(new Uint8Array(file), {
      headers: {
        ...headers,
        'content-type': CURRICULUM_VITAE.mediaType,
        'content-length': String(file.byteLength),
        'content-disposition': attachment(curriculumVitaeFile(name)),
      },
    });
  });
  return app;
}

/** Both names of RFC 6266: ASCII for old clients, and UTF-8. */
function attachment(file: string): string {
  const plain = file
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file)}`;
}
