import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a request says of itself, as far as its signature is about it. */
export interface SignedRequest {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  /** By names in small letters. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

type Refusal = readonly [status: number, code: string, message: string];

const NO_BUCKET: Refusal = [404, 'NoSuchBucket', 'The specified bucket does not exist'];
const NO_KEY: Refusal = [404, 'NoSuchKey', 'The specified key does not exist.'];
const WRONG_SIGNATURE: Refusal = [
  ...([403, 'SignatureDoesNotMatch'] as const),
  'The request signature we calculated does not match the signature you provided.',
];
const WRONG_TOKEN: Refusal = [400, 'InvalidToken', 'The provided token is malformed or otherwise invalid.'];
const WRONG_BODY: Refusal = [400, 'XAmzContentSHA256Mismatch', 'The body is not the one that was signed.'];

/**
 * A store that speaks the protocol of S3 over HTTP, as far as pictures need it: objects in buckets by their path, each
 * request signed by version 4.
 */
export async function startS3({ buckets, keys }: { buckets: readonly string[]; keys: Keys }) {
  const objects = new Map<string, { readonly bytes: Buffer; readonly type: string }>();

  function answer(request: IncomingMessage, body: Buffer): readonly [number, Record<string, string>, Buffer] | Refusal {
    const { method = '', url: target = '' } = request;
    const headers = request.headers as SignedRequest['headers'];
    if (request.headers.authorization !== authorizationOf({ method, target, headers }, keys)) return WRONG_SIGNATURE;
    if (headers['x-amz-security-token'] !== keys.sessionToken) return WRONG_TOKEN;
    if (headers['x-amz-content-sha256'] !== sha256(body)) return WRONG_BODY;
    const [, bucket = '', ...rest] = new URL(target, 'http://s3').pathname.split('/').map(decodeURIComponent);
    if (!buckets.includes(bucket)) return NO_BUCKET;
    const key = `${bucket}/${rest.join('/')}`;
    if (method === 'PUT') {
      objects.set(key, { bytes: body, type: headers['content-type'] ?? 'binary/octet-stream' });
      return [200, {}, Buffer.alloc(0)];
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return [204, {}, Buffer.alloc(0)];
    }
    const found = objects.get(key);
    return found ? [200, { 'content-type': found.type }, found.bytes] : NO_KEY;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const [status, said, content] = answer(request, Buffer.concat(chunks));
    const bytes = typeof content === 'string' ? Buffer.from(errorText(String(said), content)) : content;
    const type = typeof said === 'string' ? { 'content-type': 'application/xml' } : said;
    response.writeHead(status, { ...type, 'content-length': bytes.byteLength });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((closed) => server.close(closed).closeAllConnections()),
  };
}

/** A store that takes every request and never answers, or stops each answer after its first byte. */
export async function startSilentS3({ begins = false } = {}) {
  const server = createServer((_request, response) => {
    if (begins) response.writeHead(200, { 'content-length': 100 }).write('x');
  });
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((closed) => server.close(closed).closeAllConnections()),
  };
}

/**
 * The header that a request with these keys must have: Amazon's "Signature Version 4", calculated anew over those
 * headers that the request itself says it has signed. An empty text when it names none.
 */
export function authorizationOf({ method, target, headers }: SignedRequest, keys: Keys): string {
  const claimed = /Credential=[^/]+\/(\d{8}\/[\w-]+\/s3\/aws4_request),\s*SignedHeaders=([\w;-]+)/.exec(
    headers.authorization ?? '',
  );
  const [, scope = '', names = ''] = claimed ?? [];
  if (!claimed) return '';
  const { pathname, searchParams } = new URL(target, 'http://s3');
  const query = [...searchParams].map(([name, value]) => `${escaped(name)}=${escaped(value)}`).toSorted();
  const lines = names.split(';').map((name) => `${name}:${headers[name]?.trim() ?? ''}\n`);
  const body = headers['x-amz-content-sha256'] ?? '';
  const canonical = [method, pathname, query.join('&'), lines.join(''), names, body].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((by, part) => hmac(by, part), `AWS4${keys.secretAccessKey}`);
  const separator = headers.authorization?.includes(', ') ? ', ' : ',';
  const signature = hmac(key, text).toString('hex');
  const said = [`Credential=${keys.accessKeyId}/${scope}`, `SignedHeaders=${names}`, `Signature=${signature}`];
  return `AWS4-HMAC-SHA256 ${said.join(separator)}`;
}

const sha256 = (of: string | Buffer) => createHash('sha256').update(of).digest('hex');
const hmac = (key: string | Buffer, of: string) => createHmac('sha256', key).update(of).digest();
const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (it) => `%${it.charCodeAt(0).toString(16).toUpperCase()}`);
const errorText = (code: string, message: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
