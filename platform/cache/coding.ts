import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

/** How the bytes of an answer are packed, as `content-encoding` names it. */
export type Packing = 'br' | 'gzip';
export type Coding = Packing | 'identity';

/** Shorter answers travel in one packet anyway. */
export const SHORTEST_PACKED = 1_024;

/** What of the shop's codings a client understands best (RFC 9110, 12.5.3). What it likes better than others is left out. */
export function codingFor(accepted: string | undefined): Coding {
  if (accepted === undefined) return 'identity';
  const known = seen.get(accepted);
  if (known) return known;
  const coding = choose(accepted);
  if (seen.size >= MAX_SEEN) seen.clear();
  seen.set(accepted, coding);
  return coding;
}

// Browsers send a handful of different headers.
const seen = new Map<string, Coding>();
const MAX_SEEN = 200;

function choose(accepted: string): Coding {
  const names = accepted
    .toLowerCase()
    .split(',')
    .filter((it) => !/;\s*q=0(\.0*)?\s*$/.test(it))
    .map((it) => it.split(';')[0]?.trim());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : 'identity';
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN } = constants;

/** Longer ones keep everybody waiting while they are packed at once. */
const MAX_BYTES_AT_ONCE = 64 * 1024;
const WINDOW_AT_ONCE = 16;

/** Packs here and now, in less time than it takes to hand the bytes to another thread. Undefined for long ones. */
export function packAtOnce(bytes: Buffer, coding: Packing): Buffer | undefined {
  if (bytes.byteLength > MAX_BYTES_AT_ONCE) return undefined;
  const size = { chunkSize: Math.max(1_024, bytes.byteLength) };
  if (coding === 'gzip') return fitted(gzipSync(bytes, { ...size, level: 1 }));
  const { byteLength } = bytes;
  const params = {
    [BROTLI_PARAM_QUALITY]: 1,
    [BROTLI_PARAM_LGWIN]: WINDOW_AT_ONCE,
    [BROTLI_PARAM_SIZE_HINT]: byteLength,
  };
  return fitted(brotliCompressSync(bytes, { ...size, params }));
}

/** Packs well, on another thread. Quality 5 packs better than gzip; the next ones take far longer for the same. */
export async function packWell(bytes: Buffer, coding: Packing): Promise<Buffer> {
  if (coding === 'gzip') return fitted(await toGzip(bytes));
  const params = { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_SIZE_HINT]: bytes.byteLength };
  return fitted(await toBrotli(bytes, { params }));
}

/** What packing answers is the beginning of something larger, which would be kept with it. */
function fitted(packed: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(packed.byteLength);
  packed.copy(own);
  return own;
}
