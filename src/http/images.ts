import { Hono } from 'hono';
import { UPLOAD } from '#model/images/upload.ts';
import { success } from '#model/kernel/outcome.ts';
import { hasAlready, tagOf } from '#platform/cache/entity-tag.ts';
import { type UploadRefusal, uploadPicture } from '#services/images/upload-picture.ts';
import type { Context } from '#services/kernel/context.ts';
import type { Failure } from '#texts/failures.ts';
import type { Limiter } from './limiter.ts';
import { besideField, problem } from './problem.ts';
import type { Handlers } from './serve-calls.ts';

export const imageHandlers = {
  async uploadPicture({ context, caller, file }) {
    const kept = await uploadPicture(context, caller.id, file);
    if (kept.ok) return success({ success: true, data: { url: kept.value.image } });
    if (kept.failure.code === 'too_many_uploads') {
      const { retryAfter } = kept.failure;
      return besideField(UPLOAD.field, { code: 'too_many_uploads', retryAfter, figures: { seconds: retryAfter } });
    }
    return besideField(UPLOAD.field, REFUSALS[kept.failure.code]);
  },
} satisfies Partial<Handlers>;

const REFUSALS = {
  unsupported_format: { code: 'picture_format' },
  too_large: { code: 'picture_too_large', figures: { megapixels: UPLOAD.megapixels } },
  animated: { code: 'picture_animated' },
  damaged: { code: 'picture_damaged' },
} as const satisfies Record<Exclude<UploadRefusal['code'], 'too_many_uploads'>, Failure>;

export function createImages({ pictures }: Pick<Context, 'pictures'>, limiter: Limiter): Hono {
  const app = new Hono();
  app.get('/images/:key/:file', (c) =>
    limiter('picture', c.req.raw, () => serve(c.req.param(), c.req.header('if-none-match'))),
  );
  app.all('/images/:rest{.*}', () => problem('picture_not_found'));
  return app;

  async function serve(
    { key, file }: { key: string; file: string },
    ifNoneMatch: string | undefined,
  ): Promise<Response> {
    const picture = await pictures.get(`${key}/${file}`);
    if (!picture) return problem('picture_not_found');
    const tag = tagOf(picture.bytes);
    // A saved file keeps the extension that fits its bytes.
    const name = `${key.slice(0, 8)}-${file}`;
    const headers = { ...ALWAYS, etag: tag, 'content-disposition': `inline; filename="${name}"` };
    if (hasAlready(ifNoneMatch, tag)) return new Response(null, { status: 304, headers });
    return new Response(picture.bytes, {
      headers: { ...headers, 'content-type': picture.type, 'content-length': String(picture.bytes.byteLength) },
    });
  }
}

/** Opened directly, a picture runs and loads nothing, whatever its bytes are. */
const ALWAYS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};
