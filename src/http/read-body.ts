import type { IncomingMessage } from 'node:http';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { besideField } from './problem.ts';

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
  const coding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (type !== 'application/json' || coding !== 'identity') return failure({ code: 'json_expected' });
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

export interface FileRefusal {
  readonly code:
    | 'multipart_expected'
    | 'file_missing'
    | 'one_file_only'
    | 'file_too_large'
    | Exclude<BrokenBody, 'body_too_large'>;
  readonly figures?: Readonly<Record<string, string | number>> | undefined;
  readonly errors: { field: string; message: string }[];
}

const FORM_BYTES = 8 * 1024;
const MAX_PARTS = 16;

export async function readFile(
  request: Request,
  { field, maxBytes }: { field: string; maxBytes: number },
): Promise<Outcome<Uint8Array, FileRefusal>> {
  const refuse = (code: FileRefusal['code'], figures?: FileRefusal['figures']) => besideField(field, { code, figures });
  const tooLarge = { most: Math.floor(maxBytes / 1024 ** 2) };
  const boundary = boundaryOf(request.headers.get('content-type') ?? '');
  if (!boundary) return refuse('multipart_expected', { field });
  const body = await readBytes(request, maxBytes + FORM_BYTES);
  if (!body.ok) {
    if (body.failure.code === 'body_too_large') return refuse('file_too_large', tooLarge);
    return refuse(body.failure.code, { of: 'file' });
  }
  if (!hasFewParts(body.value, boundary)) return refuse('one_file_only');
  const form = await parse(body.value, boundary);
  if (!form) return refuse('multipart_expected', { field });
  const files = [...form].filter(([, value]) => value instanceof File);
  if (files.length > 1) return refuse('one_file_only');
  const file = form.get(field);
  if (!(file instanceof File) || file.size === 0) return refuse('file_missing', { field });
  if (file.size > maxBytes) return refuse('file_too_large', tooLarge);
  return success(await file.bytes());
}

const FORM_TYPE = /^multipart\/form-data((?:\s*;\s*[\w-]+=(?:"[^"]*"|[^\s;"]*))*)$/i;
const PARAMETER = /([\w-]+)=(?:"([^"]*)"|([^\s;"]*))/g;

/** RFC 2046, 5.1.1. Undefined unless there is one, among other parameters or alone. */
function boundaryOf(contentType: string): string | undefined {
  const parameters = [...(FORM_TYPE.exec(withoutEnd(contentType))?.[1] ?? '').matchAll(PARAMETER)];
  const [found, another] = parameters.filter(([, name]) => name?.toLowerCase() === 'boundary');
  if (another) return undefined;
  const boundary = found?.[2] ?? found?.[3] ?? '';
  return /^[\w'()+,./:=?-]{1,70}$/.test(boundary) ? boundary : undefined;
}

/** Without blanks around it and a last `;`. A pattern that ends in both tries each of many blanks with all others. */
function withoutEnd(contentType: string): string {
  const text = contentType.trim();
  return text.endsWith(';') ? text.slice(0, -1).trimEnd() : text;
}

/** Parsing 100,000 parts would block the event loop for seconds. */
function hasFewParts(body: Uint8Array, boundary: string): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let parts = 0;
  for (let at = bytes.indexOf(boundary); at >= 0; at = bytes.indexOf(boundary, at + boundary.length)) {
    parts += 1;
    if (parts > MAX_PARTS) return false;
  }
  return true;
}

async function parse(bytes: Uint8Array, boundary: string): Promise<FormData | undefined> {
  try {
    const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
    return await new Response(new Uint8Array(bytes), { headers }).formData();
  } catch {
    return undefined;
  }
}
