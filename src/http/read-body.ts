import { failure, type Outcome, success } from '#model/kernel/outcome.ts';

/** The most that a JSON body may have, in bytes. */
export const BODY_LIMIT = 64 * 1024;

/** The bytes of a body, counted as they arrive: no header is believed. */
export async function readBytes(
  request: Request,
  limit: number,
): Promise<Outcome<Uint8Array, { code: 'body_too_large' }>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (!request.body) return success(new Uint8Array());
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) return failure({ code: 'body_too_large' });
    chunks.push(chunk);
  }
  return success(Buffer.concat(chunks));
}

export async function readJson(
  request: Request,
): Promise<Outcome<unknown, { code: 'body_too_large' | 'json_expected' | 'invalid_json' }>> {
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
