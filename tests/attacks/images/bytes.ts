import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A file that somebody sends as a picture, and what the shop says to it: the code of its refusal, or `kept`. */
export type ImageAttack = readonly [what: string, answer: Answer, bytes: Buffer];
export type Answer =
  | 'kept'
  /** Too large or damaged: it depends on how much memory its decoder may claim. */
  | 'refused'
  | 'picture_format'
  | 'picture_damaged'
  | 'picture_too_large'
  | 'picture_animated'
  | 'file_missing'
  | 'file_too_large';

/** Stands in everything that must not come through, in a form that would do harm. */
export const CANARY = '<script>alert("canary")</script><?php system("canary"); ?>';

export const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
export const text = (words: string): Buffer => Buffer.from(words, 'latin1');
export const join = (...parts: readonly (Buffer | string)[]): Buffer =>
  Buffer.concat(parts.map((it) => (typeof it === 'string' ? text(it) : it)));

export const u16 = (value: number): Buffer => number(2, (it) => it.writeUInt16BE(value));
export const u32 = (value: number): Buffer => number(4, (it) => it.writeUInt32BE(value));
export const u16le = (value: number): Buffer => number(2, (it) => it.writeUInt16LE(value));
export const u24le = (value: number): Buffer => u32le(value).subarray(0, 3);
export const u32le = (value: number): Buffer => number(4, (it) => it.writeUInt32LE(value));

function number(length: number, write: (into: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(length);
  write(bytes);
  return bytes;
}

/** The same bytes with some of them written over. */
export function patched(bytes: Buffer, at: number, by: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  by.copy(copy, at);
  return copy;
}

// PNG

export const PNG_SIGNATURE = hex('89504e470d0a1a0a');

/** A chunk with the right length, unless another is asked for. */
export function chunk(type: string, data: Buffer | string = '', wrong: { length?: number } = {}): Buffer {
  const body = join(type, data);
  return join(u32(wrong.length ?? body.length - 4), body, u32(crc32(body)));
}

export interface Header {
  readonly depth?: number;
  readonly color?: number;
  readonly compression?: number;
  readonly filter?: number;
  readonly interlace?: number;
}

export const ihdr = (width: number, height: number, its: Header = {}): Buffer => {
  const { depth = 8, color = 2, compression = 0, filter = 0, interlace = 0 } = its;
  return chunk('IHDR', join(u32(width), u32(height), Buffer.from([depth, color, compression, filter, interlace])));
};

export const idat = (rows: Buffer): Buffer => chunk('IDAT', deflateSync(rows));
export const IEND = chunk('IEND');
export const png = (...chunks: Buffer[]): Buffer => join(PNG_SIGNATURE, ...chunks);

/** Rows without filter of a picture of 8 x 8 pixels. */
export const ROWS = Buffer.concat(
  Array.from({ length: 8 }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: 24 }, (__, x) => (x * 9 + y * 21) % 256)]),
  ),
);

/** A sound picture of 8 x 8 pixels with these chunks before or after its pixels. */
export const pngWith = (before: readonly Buffer[], after: readonly Buffer[] = []): Buffer =>
  png(ihdr(8, 8), ...before, idat(ROWS), ...after, IEND);

/** Where each chunk begins, and where the last one ends. */
export function pngPlaces(file: Buffer): number[] {
  const places = [8];
  for (let at = 8; at < file.length; places.push(at)) at += 12 + file.readUInt32BE(at);
  return places;
}

// JPEG

export const SOI = hex('ffd8');
export const EOI = hex('ffd9');

/** A marker segment with the right length, unless another one is asked for. */
export const segment = (marker: number, data: Buffer | string, length = data.length + 2): Buffer =>
  join(Buffer.from([0xff, marker]), u16(length), data);

/** The same JPEG with something right after its first marker. */
export const jpegWith = (jpeg: Buffer, ...parts: Buffer[]): Buffer => join(SOI, ...parts, jpeg.subarray(2));

/** Where each segment begins, pixels and end included. */
export function jpegPlaces(file: Buffer): number[] {
  const places: number[] = [];
  let at = 2;
  while (at < file.length - 2) {
    places.push(at);
    const scan = file[at + 1] === 0xda;
    at += 2 + file.readUInt16BE(at + 2);
    // The pixels end at the next marker that is neither a stuffed byte nor a restart.
    while (scan && !(file[at] === 0xff && file[at + 1] !== 0 && ((file[at + 1] ?? 0) & 0xf8) !== 0xd0)) at += 1;
  }
  places.push(at);
  return places;
}

/** Where the segment with this marker begins. */
export function placeOf(jpeg: Buffer, marker: number): number {
  const found = jpegPlaces(jpeg).find((at) => jpeg[at + 1] === marker);
  if (found === undefined) throw new Error(`The JPEG has no marker ${marker.toString(16)}`);
  return found;
}

// WebP

export const riffChunk = (type: string, data: Buffer | string, length = data.length): Buffer =>
  join(type, u32le(length), data, Buffer.alloc(data.length % 2));

export function riff(chunks: readonly Buffer[], length?: number, form = 'WEBP'): Buffer {
  const body = join(form, ...chunks);
  return join('RIFF', u32le(length ?? body.length), body);
}

/** The extended header: which parts follow, and how large the canvas says it is. */
export const vp8x = (flags: number, width: number, height: number): Buffer =>
  riffChunk('VP8X', join(Buffer.from([flags, 0, 0, 0]), u24le(width - 1), u24le(height - 1)));

/** The one chunk of a simple WebP. */
export const onlyChunk = (webp: Buffer): Buffer => webp.subarray(12);

/** Where each chunk begins, and where the last one ends. */
export function riffPlaces(file: Buffer): number[] {
  const places = [12];
  for (let at = 12; at < file.length; places.push(at)) {
    const length = file.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return places;
}

/** A square of dots that looks like noise and is the same every time. */
export function dots(side: number): Sharp {
  let state = 7;
  const pixels = Buffer.from(
    Array.from({ length: side * side * 3 }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return state >> 16;
    }),
  );
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } });
}
