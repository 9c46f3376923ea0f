import sharp from 'sharp';
import { PICTURE_WIDTHS, type PictureFormat } from '#model/images/picture.ts';
import { UPLOAD } from '#model/images/upload.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { firstLook } from './first-look.ts';
import type { EncodedPicture, PictureEncoder, PictureRefusal } from './pictures.ts';

const PAPER = '#f2f0ed';

/** Encodes square sizes from the pixels alone, so that no metadata survives. A source is never enlarged. */
export function createSharpEncoder(): PictureEncoder {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  sharp.cache(false);
  return {
    async encode(source) {
      const refusal = firstLook(source);
      if (refusal) return failure(refusal);
      const decoded = await decode(source);
      return decoded.ok ? success(await encodeSizes(decoded.value)) : decoded;
    },
  };
}

type Pixels = { readonly data: Uint8Array; readonly side: number; readonly channels: 1 | 2 | 3 | 4 };

async function decode(source: Uint8Array): Promise<Outcome<Pixels, PictureRefusal>> {
  try {
    // Reads only the header, to check the size before decoding.
    const header = await sharp(source, { limitInputPixels: false }).metadata();
    if (header.width * header.height > UPLOAD.maxPixels) return failure({ code: 'too_large' });
    if ((header.pages ?? 1) > 1) return failure({ code: 'animated' });
    const side = Math.min(Math.max(header.width, header.height), Math.max(...PICTURE_WIDTHS));
    const { data, info } = await sharp(source, { limitInputPixels: UPLOAD.maxPixels, failOn: 'error' })
      .autoOrient()
      .resize(side, side, { fit: 'contain', background: PAPER })
      .flatten({ background: PAPER })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .timeout({ seconds: 10 })
      .toBuffer({ resolveWithObject: true });
    return success({ data, side, channels: info.channels });
  } catch {
    return failure({ code: 'damaged' });
  }
}

async function encodeSizes(pixels: Pixels): Promise<EncodedPicture[]> {
  const pictures: EncodedPicture[] = [];
  const encoded = new Map<string, Uint8Array>();
  for (const width of PICTURE_WIDTHS) {
    const side = Math.min(width, pixels.side);
    for (const format of ['avif', 'webp'] as const) {
      const bytes = encoded.get(`${side}.${format}`) ?? (await encodeOne(pixels, side, format));
      encoded.set(`${side}.${format}`, bytes);
      pictures.push({ width, format, bytes });
    }
  }
  return pictures;
}

function encodeOne({ data, side, channels }: Pixels, width: number, format: PictureFormat): Promise<Uint8Array> {
  const resized = sharp(data, { raw: { width: side, height: side, channels } }).resize(width, width);
  // Each further step of AVIF effort doubles the time and saves about 5 % of the bytes.
  return format === 'avif'
    ? resized.avif({ quality: 50, effort: 1, chromaSubsampling: '4:2:0' }).toBuffer()
    : resized.webp({ quality: 80, effort: 2 }).toBuffer();
}
