import type { IncomingMessage } from 'node:http';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';

/** The most that a JSON body may have, in bytes. */
export const BODY_LIMIT = 64 * 1024;

/**
 * The bytes of a body, counted as they arrive: no header is believed.
 * @param incoming where the request has come by a connection: read from there, a small body costs a fifth
 */
export async function readBytes(
  request: Request,
  limit: number,
  incoming?: IncomingMessage,
): Promise<Outcome<Uint8Array, { code: BrokenBody }>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Whoever has sent too much is still answered: to stop reading is not to hang up.
  const body = incoming ? incoming.iterator({ destroyOnReturn: false }) : request.body;
  if (!body) return success(new Uint8Array());
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > limit) return failure({ code: 'body_too_large' });
      if (chunks.push(chunk) > mostPieces(limit)) return failure({ code: 'body_in_pieces' });
    }
  } catch {
    // The only thing that breaks a body is its sender, who has gone or has sent no HTTP.
    return failure({ code: 'body_incomplete' });
  }
  return success(Buffer.concat(chunks));
}

export type BrokenBody = 'body_too_large' | 'body_incomplete' | 'body_in_pieces';
export type BodyRefusal = { readonly code: BrokenBody | 'json_expected' | 'invalid_json' };

/** A network carries some hundred bytes at a time. Whoever sends them one by one only wants to make work. */
const mostPieces = (limit: number): number => 256 + limit / 512;

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

/** Half a pair of surrogates is no letter: the database would keep another text than the one that was sent. */
function wellFormed(key: string, value: unknown): unknown {
  if (!key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed())) throw new SyntaxError('No text');
  return value;
}
