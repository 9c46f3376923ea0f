import { EOI, hex, join, SOI, segment, u16 } from './bytes.ts';

/**
 * A JPEG of 16.7 million pixels in as many scans as its size allows. Each scan has a few bytes and passes over every
 * block of the picture, so that five megabytes keep a decoder busy for minutes.
 */
export function endlessScans(bytes: number): Buffer {
  const side = 4_096;
  const frame = segment(0xc2, join(hex('08'), u16(side), u16(side), hex('01 01 11 00')));
  const tables = segment(0xdb, join(hex('00'), Buffer.alloc(64, 1)));
  // One code each: a difference of nothing, and "the next 16,384 blocks and more are empty".
  const flat = segment(0xc4, join(hex('00 01'), Buffer.alloc(15), hex('00')));
  const empty = segment(0xc4, join(hex('10 01'), Buffer.alloc(15), hex('e0')));
  const first = join(segment(0xda, hex('01 01 00 00 00 00')), Buffer.alloc((side / 8) ** 2 / 8));
  const scan = join(segment(0xda, hex('01 01 00 01 3f 00')), emptyRuns());
  const head = join(SOI, tables, frame, flat, empty, first);
  const count = Math.floor((bytes - head.length - EOI.length) / scan.length);
  return join(head, Buffer.concat(Array.from({ length: count }, () => scan)), EOI);
}

/** 262,144 blocks in runs of 32,767: each the code, of one bit, and the 14 bits of its length. */
function emptyRuns(): Buffer {
  const bits = `0${'1'.repeat(14)}`.repeat(9).padEnd(136, '1');
  const bytes = (bits.match(/.{8}/g) ?? []).map((it) => Number.parseInt(it, 2));
  // After ff comes 00, or it would be a marker.
  return Buffer.from(bytes.flatMap((it) => (it === 0xff ? [it, 0] : [it])));
}
