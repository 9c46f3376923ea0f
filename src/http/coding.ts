import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** How the bytes of an answer are packed, as `content-encoding` names it. */
export type Coding = 'br' | 'gzip' | 'identity';

/** Shorter answers travel in one packet anyway. */
export const SHORTEST_PACKED = 1_024;

/** What of the shop's codings a client understands best (RFC 9110, 12.5.3). What it likes better than others is left out. */
export function codingFor(accepted: string | undefined): Coding {
  if (accepted === undefined) return 'identity';
  const known = seen.get(accepted);
  if (known) return known;
  const coding = choose(accepted);
  if (seen.size >= MOST_SEEN) seen.clear();
  seen.set(accepted, coding);
  return coding;
}

// Browsers send a handful of different headers.
const seen = new Map<string, Coding>();
const MOST_SEEN = 200;

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

/** Packs on another thread. Quality 5 is as fast as gzip and packs better; the next ones take far longer. */
export function pack(bytes: Buffer, coding: Exclude<Coding, 'identity'>): Promise<Buffer> {
  if (coding === 'gzip') return toGzip(bytes);
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return toBrotli(bytes, { params: { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_SIZE_HINT]: bytes.length } });
}
