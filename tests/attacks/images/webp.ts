import sharp from 'sharp';
import {
  CANARY,
  dots,
  hex,
  type ImageAttack,
  join,
  onlyChunk,
  patched,
  riff,
  riffChunk,
  text,
  u16le,
  u24le,
  u32le,
  vp8x,
} from './bytes.ts';
import { exif } from './png.ts';

const ANIMATED = 0x02;
const [HAS_XMP, HAS_EXIF, HAS_ALPHA, HAS_ICC] = [0x04, 0x08, 0x10, 0x20];

/** Everything about WebP. */
export async function webpFiles(): Promise<ImageAttack[]> {
  const source = dots(16);
  const lossy = onlyChunk(await source.clone().webp().toBuffer());
  const lossless = onlyChunk(await source.clone().webp({ lossless: true }).toBuffer());
  const flat = sharp({ create: { width: 4_900, height: 4_899, channels: 3, background: '#531' } });
  return [
    ...bombs(lossy, lossless),
    [
      'WebP: real, one column above the limit',
      'picture_too_large',
      await flat.webp({ effort: 0, quality: 20 }).toBuffer(),
    ],
    ...moving(lossless),
    ...wrong(lossy, lossless),
    ...beside(lossy),
  ];
}

/** In the lossy form the size stands at 14, in the lossless one after its first byte, and in the canvas once more. */
function bombs(lossy: Buffer, lossless: Buffer): ImageAttack[] {
  return [
    ['WebP bomb: 16,383 x 16,383', 'refused', riff([patched(lossy, 14, join(u16le(16_383), u16le(16_383)))])],
    ['WebP bomb: 16,384 x 16,384 without loss', 'picture_damaged', riff([patched(lossless, 9, hex('ffffff0f'))])],
    ['WebP bomb: a canvas of 16,384 x 16,384', 'picture_damaged', riff([vp8x(0, 16_384, 16_384), lossy])],
    ['WebP bomb: a canvas of 16,777,216 x 255', 'picture_damaged', riff([vp8x(0, 16_777_216, 255), lossy])],
    ['WebP bomb: a canvas beyond all bounds', 'picture_damaged', riff([vp8x(0, 16_777_216, 16_777_216), lossy])],
    ['WebP: no width', 'picture_damaged', riff([patched(lossy, 14, u16le(0))])],
    ['WebP: no height', 'picture_damaged', riff([patched(lossy, 16, u16le(0))])],
  ];
}

function moving(lossless: Buffer): ImageAttack[] {
  const frame = riffChunk('ANMF', join(u24le(0), u24le(0), u24le(15), u24le(15), u24le(10), '\0', lossless));
  const head = (width = 16, height = 16) => [vp8x(ANIMATED, width, height), riffChunk('ANIM', Buffer.alloc(6))];
  const of = (count: number) => riff([...head(), ...Array.from({ length: count }, () => frame)]);
  return [
    ['WebP: an animation of two frames', 'picture_animated', of(2)],
    ['WebP: an animation of a thousand frames', 'picture_animated', of(1_000)],
    ['WebP: an animation of no frame', 'picture_damaged', riff(head())],
    ['WebP: an animation on a huge canvas', 'refused', riff([...head(16_000, 16_000), frame, frame])],
    ['WebP: a frame outside of its canvas', 'picture_damaged', riff([...head(8, 8), frame, frame])],
    ['WebP: an animation that says it is none', 'picture_damaged', riff([vp8x(0, 16, 16), frame, frame])],
    ['WebP: an animation of one frame', 'kept', of(1)],
  ];
}

function wrong(lossy: Buffer, lossless: Buffer): ImageAttack[] {
  const data = lossy.subarray(8);
  return [
    ['WebP: the head alone', 'picture_damaged', riff([])],
    ['WebP: a script after the head', 'picture_damaged', riff([text(CANARY)])],
    ['WebP: a canvas and no picture', 'picture_damaged', riff([vp8x(0, 16, 16)])],
    ['WebP: a chunk of 4 GB', 'picture_damaged', riff([riffChunk('VP8 ', data, 0xffffffff)])],
    ['WebP: a chunk of no bytes', 'picture_damaged', riff([riffChunk('VP8 ', data, 0)])],
    ['WebP: a chunk of an odd length and no filling', 'picture_damaged', riff([riffChunk('VP8 ', data, 31)])],
    ['WebP: no length at all', 'picture_damaged', riff([lossy], 0)],
    ['WebP: a length of 4 GB', 'picture_damaged', riff([lossy], 0xffffffff)],
    ['WebP: a length of 20', 'picture_damaged', riff([lossy], 20)],
    ['WebP: no key frame', 'picture_damaged', riff([patched(lossy, 8, hex('01'))])],
    ['WebP: a wrong start code', 'picture_damaged', riff([patched(lossy, 11, hex('000000'))])],
    ['WebP: a first part longer than all', 'picture_damaged', riff([patched(lossy, 8, hex('f0ffff'))])],
    ['WebP: a wrong signature of the lossless form', 'picture_damaged', riff([patched(lossless, 8, hex('00'))])],
    ['WebP: a version of the lossless form to come', 'picture_damaged', riff([patched(lossless, 12, hex('f0'))])],
    ['WebP: transforms without end', 'picture_damaged', riff([patched(lossless, 13, Buffer.alloc(12, 0xff))])],
    [
      'WebP: codes without symbols',
      'picture_damaged',
      riff([patched(lossless, 13, Buffer.alloc(lossless.length - 13))]),
    ],
    [
      'WebP: transparency that is a script',
      'picture_damaged',
      riff([vp8x(HAS_ALPHA, 16, 16), riffChunk('ALPH', `\x01${CANARY}`), lossy]),
    ],
  ];
}

/** What else may stand in a WebP: it is not kept. */
function beside(lossy: Buffer): ImageAttack[] {
  const with_ = (flag: number, ...more: Buffer[]) => riff([vp8x(flag, 16, 16), lossy, ...more]);
  return [
    ['WebP: an owner and a place in EXIF', 'kept', with_(HAS_EXIF, riffChunk('EXIF', exif()))],
    ['WebP: EXIF that is a script', 'kept', with_(HAS_EXIF, riffChunk('EXIF', CANARY))],
    ['WebP: XMP that is a script', 'kept', with_(HAS_XMP, riffChunk('XMP ', CANARY))],
    [
      'WebP: a colour profile that is a script',
      'kept',
      riff([vp8x(HAS_ICC, 16, 16), riffChunk('ICCP', CANARY), lossy]),
    ],
    ['WebP: flags of everything and nothing there', 'kept', with_(HAS_ICC | HAS_EXIF | HAS_XMP)],
    ['WebP: an unknown chunk', 'kept', with_(0, riffChunk('EVIL', CANARY))],
    ['WebP: two pictures', 'picture_damaged', with_(0, lossy)],
    ['WebP with a page behind it', 'kept', join(riff([lossy]), `<html>${CANARY}`)],
    ['WebP with an archive behind it', 'kept', join(riff([lossy]), hex('504b0304'), CANARY, u32le(0))],
    ['WebP with another one behind it', 'kept', join(riff([lossy]), riff([lossy]))],
  ];
}
