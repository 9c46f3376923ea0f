import { failure, type Outcome, success } from '#model/kernel/outcome.ts';

/** The most that a JSON body may have, in bytes. */
const BODY_LIMIT = 64 * 1024;

/** The bytes of a body, counted as they arrive: no header is believed. */
export async function readBytes(
  request: Request,
  limit: number,
): Promise<Outcome<Uint8Array, { code: 'body_too_large' | 'body_incomplete' }>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (!request.body) return success(new Uint8Array());
  try {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > limit) return failure({ code: 'body_too_large' });
      chunks.push(chunk);
    }
  } catch {
    // The only thing that breaks a body is its sender, who has gone or has sent no HTTP.
    return failure({ code: 'body_incomplete' });
  }
  return success(Buffer.concat(chunks));
}

export type BodyRefusal = { readonly code: 'body_too_large' | 'body_incomplete' | 'json_expected' | 'invalid_json' };

export async function readJson(request: Request): Promise<Outcome<unknown, BodyRefusal>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') return failure({ code: 'json_expected' });
  const bytes = await readBytes(request, BODY_LIMIT);
  if (!bytes.ok) return bytes;
  try {
    return success(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.value)));
  } catch {
    return failure({ code: 'invalid_json' });
  }
}
