import { deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import {
  CANARY,
  chunk,
  hex,
  IEND,
  type ImageAttack,
  idat,
  ihdr,
  join,
  PNG_SIGNATURE,
  png,
  pngWith,
  ROWS,
  text,
  u16,
  u32,
} from './bytes.ts';

const MEGABYTE = 1024 ** 2;
const pixels = idat(ROWS);
const zeros = (megabytes: number): Buffer => deflateSync(Buffer.alloc(megabytes * MEGABYTE), { level: 9 });
const palette = (colors: number): Buffer => chunk('PLTE', Buffer.alloc(colors * 3, 7));
const indexed = (...before: Buffer[]): Buffer => png(ihdr(8, 8, { color: 3 }), ...before, idat(Buffer.alloc(72)), IEND);

/** Sizes that would fill the memory if a pixel of them were decoded. */
function bombs(): ImageAttack[] {
  const sizes: [number, number][] = [
    [20_000, 20_000],
    [65_535, 65_535],
    [1_000_000, 1_000_000],
    [6_000, 4_001],
    [1, 0x7fffffff],
    [0x7fffffff, 1],
    [0x7fffffff, 0x7fffffff],
    [0xffffffff, 1],
    [0xffffffff, 0xffffffff],
    [24_000_001, 1],
    [1, 24_000_001],
  ];
  // Beyond this in one direction the header itself is not believed.
  const believed = (width: number, height: number) => Math.max(width, height) < 0x7fffffff;
  return sizes.map(([width, height]) => [
    `PNG bomb: ${width} x ${height}`,
    believed(width, height) ? 'picture_too_large' : 'picture_damaged',
    png(ihdr(width, height, { depth: 1, color: 0 }), chunk('IDAT', zeros(1)), IEND),
  ]);
}

/** What is wrong with the chunks of a PNG. */
const WRONG: readonly ImageAttack[] = [
  ['PNG: the signature alone', 'picture_damaged', PNG_SIGNATURE],
  ['PNG: no header', 'picture_damaged', png(pixels, IEND)],
  ['PNG: no pixels', 'picture_damaged', png(ihdr(8, 8), IEND)],
  ['PNG: pixels of no bytes', 'picture_damaged', png(ihdr(8, 8), chunk('IDAT'), IEND)],
  ['PNG: two headers, the second a bomb', 'picture_damaged', png(ihdr(8, 8), ihdr(60_000, 60_000), pixels, IEND)],
  ['PNG: the header after the pixels', 'picture_damaged', png(pixels, ihdr(8, 8), IEND)],
  ['PNG: the end before the pixels', 'picture_damaged', png(ihdr(8, 8), IEND, pixels)],
  ['PNG: no width', 'picture_damaged', png(ihdr(0, 8), pixels, IEND)],
  ['PNG: no height', 'picture_damaged', png(ihdr(8, 0), pixels, IEND)],
  ['PNG: 3 bits a sample', 'picture_damaged', png(ihdr(8, 8, { depth: 3 }), pixels, IEND)],
  ['PNG: colors of type 5', 'picture_damaged', png(ihdr(8, 8, { color: 5 }), pixels, IEND)],
  ['PNG: compression of type 1', 'picture_damaged', png(ihdr(8, 8, { compression: 1 }), pixels, IEND)],
  ['PNG: filters of type 1', 'picture_damaged', png(ihdr(8, 8, { filter: 1 }), pixels, IEND)],
  ['PNG: interlacing of type 2', 'picture_damaged', png(ihdr(8, 8, { interlace: 2 }), pixels, IEND)],
  ['PNG: a header of 12 bytes', 'picture_damaged', png(chunk('IHDR', ihdr(8, 8).subarray(8, 20)), pixels, IEND)],
  ['PNG: wrong check sum of the header', 'picture_damaged', png(spoiled(ihdr(8, 8)), pixels, IEND)],
  ['PNG: wrong check sum of the pixels', 'picture_damaged', png(ihdr(8, 8), spoiled(pixels), IEND)],
  ['PNG: wrong check sum of the palette', 'picture_damaged', indexed(spoiled(palette(4)))],
  ['PNG: no palette', 'picture_damaged', indexed()],
  ['PNG: a palette of 257 colors', 'picture_damaged', indexed(palette(257))],
  ['PNG: a palette of 4 bytes', 'picture_damaged', indexed(chunk('PLTE', hex('00112233')))],
  ['PNG: a chunk of 4 GB', 'picture_damaged', png(ihdr(8, 8), chunk('IDAT', 'x', { length: 0xffffffff }), IEND)],
  ['PNG: a chunk of 2 GB', 'picture_damaged', png(ihdr(8, 8), chunk('tEXt', 'x', { length: 0x7fffffff }), pixels)],
  [
    'PNG: a chunk longer than the file',
    'picture_damaged',
    png(ihdr(8, 8), chunk('IDAT', 'x', { length: 5_000 }), IEND),
  ],
  [
    'PNG: a chunk that must be known and is not',
    'picture_damaged',
    png(ihdr(8, 8), chunk('CRIT', CANARY), pixels, IEND),
  ],
  [
    'PNG: a chunk whose name has no letters',
    'picture_damaged',
    png(ihdr(8, 8), chunk('\0\0\0\0', CANARY), pixels, IEND),
  ],
  ['PNG: pixels that are no zlib stream', 'picture_damaged', png(ihdr(8, 8), chunk('IDAT', CANARY), IEND)],
  ['PNG: pixels compressed as gzip', 'picture_damaged', png(ihdr(8, 8), chunk('IDAT', gzipSync(ROWS)), IEND)],
  [
    'PNG: a zlib stream with a dictionary',
    'picture_damaged',
    png(ihdr(8, 8), chunk('IDAT', hex('78bb0000000101')), IEND),
  ],
  ['PNG: half of the rows', 'picture_damaged', png(ihdr(8, 8), idat(ROWS.subarray(0, 100)), IEND)],
  [
    'PNG: a row with filter 99',
    'picture_damaged',
    png(ihdr(8, 8), idat(Buffer.concat([hex('63'), ROWS.subarray(1)])), IEND),
  ],
  ['PNG: pixels cut in two by another chunk', 'picture_damaged', cutInTwo()],
  ['PNG: 200 MB behind 8 x 8 pixels', 'kept', png(ihdr(8, 8), chunk('IDAT', zeros(200)), IEND)],
];

/** What else may stand in a PNG beside its pixels: it is not kept, and costs nothing to speak of. */
const BESIDE: readonly ImageAttack[] = [
  ['PNG: a script in a text', 'kept', pngWith([chunk('tEXt', `Comment\0${CANARY}`)])],
  ['PNG: a script in a text after the pixels', 'kept', pngWith([], [chunk('tEXt', `Title\0${CANARY}`)])],
  ['PNG: a script in a compressed text', 'kept', pngWith([chunk('zTXt', join('C\0\0', deflateSync(CANARY)))])],
  ['PNG: a script in a text of any language', 'kept', pngWith([chunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${CANARY}`)])],
  ['PNG: 64 MB in a compressed text', 'kept', pngWith([chunk('zTXt', join('C\0\0', zeros(64)))])],
  ['PNG: 64 MB in a text of any language', 'kept', pngWith([chunk('iTXt', join('C\0\x01\0\0\0', zeros(64)))])],
  ['PNG: 64 MB in a colour profile', 'kept', pngWith([chunk('iCCP', join('p\0\0', zeros(64)))])],
  ['PNG: a colour profile that is a script', 'kept', pngWith([chunk('iCCP', join('p\0\0', deflateSync(CANARY)))])],
  ['PNG: a place and an owner in EXIF', 'kept', pngWith([chunk('eXIf', exif())])],
  ['PNG: 20,000 texts', 'kept', pngWith(Array.from({ length: 20_000 }, (_, at) => chunk('tEXt', `k${at}\0canary`)))],
  [
    'PNG: a palette of suggestions without end',
    'kept',
    pngWith([chunk('sPLT', join('p\0\x08', Buffer.alloc(60_000)))]),
  ],
  ['PNG: a histogram without palette', 'kept', pngWith([chunk('hIST', CANARY)])],
  ['PNG: a gamma of nothing', 'kept', pngWith([chunk('gAMA', u32(0))])],
  ['PNG: colours of nowhere', 'kept', pngWith([chunk('cHRM', Buffer.alloc(32, 0xff))])],
  ['PNG: no pixel per metre', 'kept', pngWith([chunk('pHYs', Buffer.alloc(9))])],
  ['PNG: the thirteenth month', 'kept', pngWith([chunk('tIME', hex('07ea0d20193d3d'))])],
  ['PNG: transparency of a wrong length', 'kept', pngWith([chunk('tRNS', u16(1))])],
  ['PNG: unknown chunks with a script', 'kept', pngWith([chunk('caNv', CANARY)], [chunk('pRIV', CANARY)])],
  ['PNG: an animation of a thousand frames', 'kept', pngWith([chunk('acTL', join(u32(1_000), u32(0)))], frames(1_000))],
  ['PNG with a page behind it', 'kept', join(pngWith([]), `<html>${CANARY}`)],
  [
    'PNG with an archive behind it',
    'kept',
    join(pngWith([]), hex('504b0304'), CANARY, hex('504b0506'), Buffer.alloc(18)),
  ],
  ['PNG with another PNG behind it', 'kept', join(pngWith([chunk('gAMA', u32(45_455))]), pngWith([]))],
  ['PNG with a script in its own pixels', 'kept', png(ihdr(20, 8), idat(scriptRows()), IEND)],
  ['PNG: an end of a hundred bytes', 'kept', png(ihdr(8, 8), pixels, chunk('IEND', CANARY))],
];

/** Everything about PNG. */
export async function pngFiles(): Promise<ImageAttack[]> {
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#123456' }, limitInputPixels: false }).png();
  return [
    ...bombs(),
    ...WRONG,
    ...BESIDE,
    ['PNG: real, one column above the limit', 'picture_too_large', await flat(4_900, 4_899).toBuffer()],
    ['PNG: real, as many pixels as may be', 'kept', await flat(6_000, 4_000).toBuffer()],
    ['PNG: real, long and thin', 'kept', await flat(1, 20_000).toBuffer()],
    ['PNG: one pixel', 'kept', await flat(1, 1).toBuffer()],
  ];
}

/** The chunk with its check sum turned. */
function spoiled(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32BE(~copy.readUInt32BE(copy.length - 4) >>> 0, copy.length - 4);
  return copy;
}

function cutInTwo(): Buffer {
  const stream = deflateSync(ROWS);
  const [left, right] = [stream.subarray(0, 10), stream.subarray(10)];
  return png(ihdr(8, 8), chunk('IDAT', left), chunk('tEXt', 'a\0b'), chunk('IDAT', right), IEND);
}

/** An EXIF block of one directory: who made the picture, and where. */
export function exif(orientation = 1): Buffer {
  const owner = text(`${CANARY}\0`);
  const head = join('MM', u16(42), u32(8), u16(3));
  const dataAt = head.length + 3 * 12 + 4;
  const gpsAt = dataAt + owner.length;
  const entry = (tag: number, type: number, count: number, value: Buffer) =>
    join(u16(tag), u16(type), u32(count), value, Buffer.alloc(4 - value.length));
  const gps = join(u16(1), entry(1, 2, 2, text('N\0')), u32(0));
  return join(
    head,
    entry(0x0112, 3, 1, u16(orientation)),
    entry(0x8298, 2, owner.length, u32(dataAt)),
    entry(0x8825, 4, 1, u32(gpsAt)),
    u32(0),
    owner,
    gps,
  );
}

function frames(count: number): Buffer[] {
  return Array.from({ length: count }, (_, at) =>
    chunk('fcTL', join(u32(at), u32(8), u32(8), u32(0), u32(0), u16(1), u16(10), hex('0000'))),
  );
}

/** Rows of 20 pixels whose samples are the letters of a script. */
function scriptRows(): Buffer {
  const row = join('\0', text(CANARY.padEnd(60).slice(0, 60)));
  return Buffer.concat(Array.from({ length: 8 }, () => row));
}
