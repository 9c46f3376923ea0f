import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

export type Packing = 'br' | 'gzip';
export type Coding = Packing | 'identity';

/** Shorter answers fit into one packet. */
export const SHORTEST_PACKED = 1_024;

/** The best supported coding that the client accepts (RFC 9110, 12.5.3); its preferences are ignored. */
export function codingFor(accepted: string | undefined): Coding {
  if (accepted === undefined) return 'identity';
  const known = seen.get(accepted);
  if (known) return known;
  const coding = choose(accepted);
  if (seen.size >= MAX_SEEN) seen.clear();
  seen.set(accepted, coding);
  return coding;
}

// Browsers send few different headers.
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

/** Packing longer ones synchronously would block the event loop. */
const MAX_BYTES_AT_ONCE = 64 * 1024;
const WINDOW_AT_ONCE = 16;

/** Packs synchronously, faster than another thread could. Undefined for long answers. */
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

/** Packs on another thread. Brotli 5 is smaller than gzip; higher levels take far longer for the same. */
export async function packWell(bytes: Buffer, coding: Packing): Promise<Buffer> {
  if (coding === 'gzip') return fitted(await toGzip(bytes));
  const params = { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_SIZE_HINT]: bytes.byteLength };
  return fitted(await toBrotli(bytes, { params }));
}

/** zlib returns a part of a larger buffer, which would stay in memory. */
function fitted(packed: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(packed.byteLength);
  packed.copy(own);
  return own;
}
