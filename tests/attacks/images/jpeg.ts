import sharp from 'sharp';
import {
  CANARY,
  dots,
  EOI,
  hex,
  type ImageAttack,
  join,
  jpegWith,
  patched,
  placeOf,
  SOI,
  segment,
  text,
  u16,
  u32,
} from './bytes.ts';
import { exif } from './png.ts';

const [SOF0, DHT, DQT, SOS, COM, APP0, APP1, APP2, APP13, APP14] = [
  0xc0, 0xc4, 0xdb, 0xda, 0xfe, 0xe0, 0xe1, 0xe2, 0xed, 0xee,
];

/** Everything about JPEG. */
export async function jpegFiles(): Promise<ImageAttack[]> {
  const source = dots(40);
  const jpeg = await source.jpeg().toBuffer();
  const flat = sharp({ create: { width: 4_900, height: 4_899, channels: 3, background: '#135' } });
  return [
    ...bombs(jpeg),
    ['JPEG: real, one column above the limit', 'picture_too_large', await flat.jpeg({ quality: 40 }).toBuffer()],
    ...wrong(jpeg),
    ...beside(jpeg),
    ['JPEG: four inks', 'kept', await source.clone().toColourspace('cmyk').jpeg().toBuffer()],
    ['JPEG: grey', 'kept', await source.clone().greyscale().jpeg().toBuffer()],
    ['JPEG: in many scans', 'kept', await source.clone().jpeg({ progressive: true }).toBuffer()],
    ...(await turned()),
  ];
}

/** The size stands in the frame header: height, then width. */
function bombs(jpeg: Buffer): ImageAttack[] {
  const at = placeOf(jpeg, SOF0) + 5;
  const sized = (height: number, width: number) => patched(jpeg, at, join(u16(height), u16(width)));
  return [
    ['JPEG bomb: 60,000 x 60,000', 'picture_too_large', sized(60_000, 60_000)],
    ['JPEG bomb: 65,500 x 65,500', 'picture_too_large', sized(65_500, 65_500)],
    ['JPEG bomb: 65,535 x 65,535', 'picture_damaged', sized(65_535, 65_535)],
    ['JPEG bomb: 65,500 x 367', 'picture_too_large', sized(65_500, 367)],
    ['JPEG bomb: 4,000 x 6,000 and no such pixels', 'kept', sized(4_000, 6_000)],
    ['JPEG: no height', 'picture_damaged', sized(0, 40)],
    ['JPEG: no width', 'picture_damaged', sized(40, 0)],
  ];
}

/** What is wrong with the segments of a JPEG. */
function wrong(jpeg: Buffer): ImageAttack[] {
  const [frame, scan] = [placeOf(jpeg, SOF0), placeOf(jpeg, SOS)];
  const [tables, codes] = [placeOf(jpeg, DQT), placeOf(jpeg, DHT)];
  const end = (marker: number) => marker + 2 + jpeg.readUInt16BE(marker + 2);
  const byte = (at: number, value: number) => patched(jpeg, at, Buffer.from([value]));
  const without = (from: number) => join(jpeg.subarray(0, from), jpeg.subarray(end(from)));
  const second = join(hex('ffc0'), u16(17), hex('08'), u16(60_000), u16(60_000), jpeg.subarray(frame + 9, end(frame)));
  return [
    ['JPEG: a page after the first bytes', 'picture_damaged', join(SOI, hex('ff'), `<html>${CANARY}`)],
    ['JPEG: nothing but its end', 'picture_damaged', join(SOI, EOI)],
    ['JPEG: no frame', 'picture_damaged', without(frame)],
    ['JPEG: no scan', 'picture_damaged', join(jpeg.subarray(0, scan), EOI)],
    ['JPEG: no tables', 'picture_damaged', without(tables)],
    ['JPEG: tables that nobody has', 'picture_damaged', byte(frame + 12, 3)],
    [
      'JPEG: two frames, the second a bomb',
      'picture_damaged',
      join(jpeg.subarray(0, scan), second, jpeg.subarray(scan)),
    ],
    ['JPEG: twelve bits', 'picture_damaged', byte(frame + 4, 12)],
    ['JPEG: sixteen bits', 'picture_damaged', byte(frame + 4, 16)],
    ['JPEG: no components', 'picture_damaged', byte(frame + 9, 0)],
    ['JPEG: 255 components', 'picture_damaged', byte(frame + 9, 255)],
    ['JPEG: samples of no size', 'picture_damaged', byte(frame + 11, 0)],
    ['JPEG: samples of fifteen', 'picture_damaged', byte(frame + 11, 0xff)],
    ['JPEG: without loss', 'picture_damaged', byte(frame + 1, 0xc3)],
    ['JPEG: hierarchical', 'picture_damaged', byte(frame + 1, 0xc5)],
    ['JPEG: arithmetic and not so coded', 'picture_damaged', byte(frame + 1, 0xcb)],
    ['JPEG: JPEG-LS', 'picture_damaged', byte(frame + 1, 0xf7)],
    ['JPEG: codes that overflow', 'picture_damaged', patched(jpeg, codes + 5, Buffer.alloc(16, 0xff))],
    ['JPEG: a scan of other components', 'picture_damaged', byte(scan + 5, 77)],
    ['JPEG: a scan of five components', 'picture_damaged', byte(scan + 4, 5)],
    ['JPEG: a segment of no bytes', 'kept', jpegWith(jpeg, segment(APP1, '', 0))],
    ['JPEG: a segment of one byte', 'kept', jpegWith(jpeg, segment(APP1, '', 1))],
    ['JPEG: a segment longer than the file', 'picture_damaged', join(SOI, segment(APP1, 'Exif', 0xffff))],
    ['JPEG: its end before its pixels', 'kept', join(jpeg.subarray(0, end(scan)), EOI)],
    ['JPEG: a restart at each block and none', 'kept', jpegWith(jpeg, segment(0xdd, u16(1)))],
    ['JPEG: a megabyte of filling', 'kept', jpegWith(jpeg, Buffer.alloc(1024 ** 2, 0xff))],
  ];
}

/** What else may stand in a JPEG beside its pixels: it is not kept. */
function beside(jpeg: Buffer): ImageAttack[] {
  const place = (block: Buffer) => segment(APP1, join('Exif\0\0', block));
  const xmp = (packet: string) => segment(APP1, `http://ns.adobe.com/xap/1.0/\0${packet}`);
  const profile = (part: number, parts: number, data: Buffer) =>
    segment(APP2, join('ICC_PROFILE\0', Buffer.from([part, parts]), data));
  const icc = join(u32(200), 'lcms', u32(0x02100000), 'mntrRGB XYZ ', Buffer.alloc(12), 'acsp', CANARY.padEnd(160));
  const loop = join('MM', u16(42), u32(8), u16(0), u32(8));
  const far = join('MM', u16(42), u32(0xfffffff0));
  const pointsFar = join('MM', u16(42), u32(8), u16(1), u16(0x8298), u16(2), u32(0x7fffffff), u32(0x7fffffff), u32(0));
  return [
    ['JPEG: a script in a comment', 'kept', jpegWith(jpeg, segment(COM, CANARY))],
    ['JPEG: a thousand comments', 'kept', jpegWith(jpeg, ...Array.from({ length: 1_000 }, () => segment(COM, CANARY)))],
    [
      'JPEG: 4 MB of comments',
      'kept',
      jpegWith(jpeg, ...Array.from({ length: 64 }, () => segment(COM, 'x'.repeat(65_000)))),
    ],
    ['JPEG: an owner and a place in EXIF', 'kept', jpegWith(jpeg, place(exif()))],
    ['JPEG: an EXIF directory that follows itself', 'kept', jpegWith(jpeg, place(loop))],
    ['JPEG: an EXIF directory outside', 'kept', jpegWith(jpeg, place(far))],
    ['JPEG: an EXIF value outside', 'kept', jpegWith(jpeg, place(pointsFar))],
    ['JPEG: an EXIF block of one letter', 'kept', jpegWith(jpeg, place(text('M')))],
    [
      'JPEG: an EXIF thumbnail with a script',
      'kept',
      jpegWith(jpeg, place(join(exif(), SOI, segment(COM, CANARY), EOI))),
    ],
    ['JPEG: two EXIF blocks', 'kept', jpegWith(jpeg, place(exif(3)), place(exif(6)))],
    ['JPEG: a script in XMP', 'kept', jpegWith(jpeg, xmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${CANARY}</x:xmpmeta>`))],
    [
      'JPEG: XMP with an entity',
      'kept',
      jpegWith(jpeg, xmp('<!DOCTYPE x [<!ENTITY c SYSTEM "file:///etc/passwd">]><x>canary&c;</x>')),
    ],
    ['JPEG: XMP in parts', 'kept', jpegWith(jpeg, segment(APP1, `http://ns.adobe.com/xmp/extension/\0${CANARY}`))],
    [
      'JPEG: words for Photoshop',
      'kept',
      jpegWith(jpeg, segment(APP13, join('Photoshop 3.0\x008BIM', u16(0x0404), u32(60), CANARY))),
    ],
    ['JPEG: a colour profile that is a script', 'kept', jpegWith(jpeg, profile(1, 1, icc))],
    ['JPEG: a colour profile of 4 GB', 'kept', jpegWith(jpeg, profile(1, 1, patched(icc, 0, u32(0xffffffff))))],
    ['JPEG: the last part of a profile of 255', 'kept', jpegWith(jpeg, profile(255, 255, icc))],
    ['JPEG: a profile of no parts', 'kept', jpegWith(jpeg, profile(0, 0, icc))],
    ['JPEG: several pictures in one', 'kept', jpegWith(jpeg, segment(APP2, join('MPF\0', exif())))],
    [
      'JPEG: a thumbnail of 255 x 255 that is not there',
      'kept',
      jpegWith(jpeg, segment(APP0, join('JFIF\0', hex('0102000001000100ff')))),
    ],
    ['JPEG: inks of an unknown kind', 'kept', jpegWith(jpeg, segment(APP14, join('Adobe', hex('00640000000007'))))],
    ['JPEG with a page behind it', 'kept', join(jpeg, `<html><body>${CANARY}`)],
    ['JPEG with a page in its first comment', 'kept', jpegWith(jpeg, segment(COM, `*/=<html><!--${CANARY}-->`))],
    ['JPEG with an archive behind it', 'kept', join(jpeg, hex('504b0304'), CANARY, hex('504b0506'), Buffer.alloc(18))],
    ['JPEG with a RAR behind it', 'kept', join(jpeg, hex('526172211a0700'), CANARY)],
    ['JPEG with a PDF inside', 'kept', jpegWith(jpeg, segment(COM, `%PDF-1.7\n1 0 obj<</JS(${CANARY})>>endobj`))],
    [
      'JPEG with a script as its first segment',
      'kept',
      jpegWith(jpeg, segment(APP0, join('/*', CANARY, '*/=1;alert("canary")/*'))),
    ],
    ['JPEG with PHP behind it', 'kept', join(jpeg, CANARY)],
    ['JPEG with another JPEG behind it', 'kept', join(jpeg, jpeg)],
    ['JPEG with a film behind it', 'kept', join(jpeg, u32(24), 'ftypmp42', CANARY)],
    ['JPEG without its last marker', 'picture_damaged', jpeg.subarray(0, -2)],
  ];
}

/** The eight ways a camera can be held. */
async function turned(): Promise<ImageAttack[]> {
  const red = { create: { width: 20, height: 40, channels: 3, background: '#d01010' } } as const;
  const jpeg = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#1010d0' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .jpeg()
    .toBuffer();
  return [1, 2, 3, 4, 5, 6, 7, 8, 9].map((way) => [
    `JPEG: turned ${way}`,
    'kept',
    jpegWith(jpeg, segment(APP1, join('Exif\0\0', exif(way)))),
  ]);
}
