import { Hono } from 'hono';
import { PICTURE_REFUSALS, UPLOAD } from '#model/images/picture.ts';
import { success } from '#model/kernel/outcome.ts';
import { hasAlready, tagOf } from '#platform/cache/entity-tag.ts';
import { type UploadRefusal, uploadPicture } from '#services/images/upload-picture.ts';
import type { Context } from '#services/kernel/context.ts';
import type { Limiter } from './limiter.ts';
import { type FailureCode, problem } from './problem.ts';
import type { Handlers } from './serve-calls.ts';

export const imageHandlers: Pick<Handlers, 'uploadPicture'> = {
  async uploadPicture({ context, caller, file }) {
    const kept = await uploadPicture(context, caller.id, file);
    if (kept.ok) return success({ success: true, data: { url: kept.value.image } });
    if (kept.failure.code === 'too_many_uploads') {
      const { retryAfter } = kept.failure;
      const detail = `You have sent too many pictures within an hour. Try again in ${minutes(retryAfter)}.`;
      return { ok: false, failure: { code: 'too_many_uploads', retryAfter, detail, errors: beside(detail) } };
    }
    const { code, detail } = REFUSALS[kept.failure.code];
    return { ok: false, failure: { code, detail, errors: beside(detail) } };
  },
};

const beside = (message: string) => [{ field: UPLOAD.field, message }];

const minutes = (seconds: number): string => (seconds <= 60 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`);

const REFUSALS = {
  unsupported_format: { code: 'picture_format', detail: PICTURE_REFUSALS.format },
  too_large: { code: 'picture_too_large', detail: PICTURE_REFUSALS.tooLarge },
  animated: { code: 'picture_animated', detail: PICTURE_REFUSALS.animated },
  damaged: { code: 'picture_damaged', detail: PICTURE_REFUSALS.damaged },
  busy: { code: 'busy', detail: 'Many pictures are being sent at this moment. Try again in a few seconds.' },
} as const satisfies Record<Exclude<UploadRefusal['code'], 'too_many_uploads'>, { code: FailureCode; detail: string }>;

/** Serves `/images/{key}/{file}`. The content of an address never changes. */
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
