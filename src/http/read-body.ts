import type { IncomingMessage } from 'node:http';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';

export const BODY_LIMIT = 64 * 1024;

/** Counts the bytes as they arrive. Reading a small body from `incoming` costs a fifth of reading `request`. */
export async function readBytes(
  request: Request,
  limit: number,
  incoming?: IncomingMessage,
): Promise<Outcome<Uint8Array, { code: BrokenBody }>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Keeps the socket open, so that a refusal can be sent.
  const body = incoming ? incoming.iterator({ destroyOnReturn: false }) : request.body;
  if (!body) return success(new Uint8Array());
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > limit) return failure({ code: 'body_too_large' });
      if (chunks.push(chunk) > maxChunks(limit)) return failure({ code: 'body_in_pieces' });
    }
  } catch {
    return failure({ code: 'body_incomplete' });
  }
  return success(Buffer.concat(chunks));
}

export type BrokenBody = 'body_too_large' | 'body_incomplete' | 'body_in_pieces';
export type BodyRefusal = { readonly code: BrokenBody | 'json_expected' | 'invalid_json' };

/** Networks deliver some hundred bytes at a time; single bytes are an attack. */
const maxChunks = (limit: number): number => 256 + limit / 512;

export async function readJson(request: Request, incoming?: IncomingMessage): Promise<Outcome<unknown, BodyRefusal>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') return failure({ code: 'json_expected' });
  const bytes = await readBytes(request, BODY_LIMIT, incoming);
  if (!bytes.ok) return bytes;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.value);
    return success(JSON.parse(text, text.includes('\\u') ? wellFormed : undefined));
  } catch {
    return failure({ code: 'invalid_json' });
  }
}

/** Rejects lone surrogates: the database would store another text. */
function wellFormed(key: string, value: unknown): unknown {
  if (!key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed())) throw new SyntaxError('No text');
  return value;
}
