import sharp from 'sharp';
import { dots, type ImageAttack, jpegPlaces, pngPlaces, riffPlaces } from './bytes.ts';

/** Sound pictures, cut where each of their parts begins and in its middle. */
export async function truncatedFiles(): Promise<ImageAttack[]> {
  const source = dots(64);
  const clear = sharp({
    create: { width: 32, height: 32, channels: 4, background: { r: 9, g: 99, b: 199, alpha: 0.5 } },
  });
  const jpeg = await source.clone().jpeg().toBuffer();
  const scans = await source.clone().jpeg({ progressive: true }).toBuffer();
  const png = await source.clone().png().toBuffer();
  const passes = await source.clone().png({ progressive: true }).toBuffer();
  const lossy = await source.clone().webp().toBuffer();
  const lossless = await source.clone().webp({ lossless: true }).toBuffer();
  const extended = await clear.webp({ quality: 60 }).toBuffer();
  const all = [
    ...cut('JPEG', jpeg, jpegPlaces(jpeg)),
    ...cut('JPEG in many scans', scans, jpegPlaces(scans)),
    ...cut('PNG', png, pngPlaces(png)),
    ...cut('interlaced PNG', passes, pngPlaces(passes)),
    ...cut('WebP', lossy, riffPlaces(lossy)),
    ...cut('lossless WebP', lossless, riffPlaces(lossless)),
    ...cut('extended WebP', extended, riffPlaces(extended)),
  ];
  // Some begin alike.
  return [...new Map(all.map((attack) => [attack[2].toString('latin1'), attack])).values()];
}

function cut(what: string, file: Buffer, places: readonly number[]): ImageAttack[] {
  // Of a PNG only the end may be missing: its pixels are whole then.
  const whole = what.endsWith('PNG') ? file.length - 12 : file.length;
  const ends = places.flatMap((at, part) => [at, Math.floor((at + (places[part + 1] ?? at)) / 2)]);
  return [...new Set(ends)]
    .filter((end) => end > 8 && end < file.length)
    .map((end) => [
      `${what}: the first ${end} of ${file.length} bytes`,
      end >= whole ? 'kept' : 'picture_damaged',
      file.subarray(0, end),
    ]);
}
