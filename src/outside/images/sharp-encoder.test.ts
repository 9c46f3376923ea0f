import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { createSharpEncoder } from './sharp-encoder.ts';

const encoder = createSharpEncoder();
const RED = '#d01010';
const BLUE = '#1010d0';

const square = (side: number, color = RED): Sharp =>
  sharp({ create: { width: side, height: side, channels: 3, background: color } });

async function encode(source: Uint8Array) {
  const outcome = await encoder.encode(source);
  if (!outcome.ok) throw new Error(`refused: ${outcome.failure.code}`);
  return outcome.value;
}

async function sizesOf(source: Uint8Array): Promise<string[]> {
  const pictures = await encode(source);
  return Promise.all(
    pictures.map(async ({ width, format, bytes }) => {
      // Of AVIF the blocked library reads nothing any more, but the size stands in the box `ispe`.
      const [w, h] = format === 'webp' ? await webpSize(bytes) : avifSize(bytes);
      return `${width}.${format} ${w}x${h}`;
    }),
  );
}

async function webpSize(bytes: Uint8Array): Promise<[number, number]> {
  const { format, width, height } = await sharp(bytes).metadata();
  expect(format).toBe('webp');
  return [width, height];
}

function avifSize(bytes: Uint8Array): [number, number] {
  const buffer = Buffer.from(bytes);
  expect(buffer.subarray(4, 12).toString('latin1')).toBe('ftypavif');
  const at = buffer.indexOf('ispe');
  return [buffer.readUInt32BE(at + 8), buffer.readUInt32BE(at + 12)];
}

/** A valid black PNG of one bit a pixel: small to send, large to open. */
function hollowPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

test('a large square picture is made in every width, as AVIF and as WebP', async () => {
  expect(await sizesOf(await square(1500).png().toBuffer())).toEqual([
    '320.avif 320x320',
    '320.webp 320x320',
    '640.avif 640x640',
    '640.webp 640x640',
    '960.avif 960x960',
    '960.webp 960x960',
    '1200.avif 1200x1200',
    '1200.webp 1200x1200',
  ]);
});

test('a small picture gets every name and is never enlarged', async () => {
  expect(await sizesOf(await square(500).jpeg().toBuffer())).toEqual([
    '320.avif 320x320',
    '320.webp 320x320',
    '640.avif 500x500',
    '640.webp 500x500',
    '960.avif 500x500',
    '960.webp 500x500',
    '1200.avif 500x500',
    '1200.webp 500x500',
  ]);
});

test('nothing of the source but its pixels survives', async () => {
  const jpeg = await square(400)
    .withExif({ IFD0: { Copyright: 'secret-owner' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">secret-xmp</x:xmpmeta>')
    .withIccProfile('p3')
    .jpeg()
    .toBuffer();
  const source = Buffer.concat([jpeg, Buffer.from('<script>secret-tail</script>')]);
  expect(source.includes('secret-owner') && source.includes('secret-xmp')).toBe(true);
  for (const { format, bytes } of await encode(source)) {
    const text = Buffer.from(bytes).toString('latin1');
    expect(text).not.toMatch(/secret|Exif|EXIF|XMP|xmpmeta|ICCP|script/);
    if (format !== 'webp') continue;
    const { exif, xmp, icc } = await sharp(bytes).metadata();
    expect([exif, xmp, icc]).toEqual([undefined, undefined, undefined]);
  }
});

async function colorAt(bytes: Uint8Array, left: number, top: number): Promise<number[]> {
  return [...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())];
}

const isRed = ([r = 0, g = 0, b = 0]: number[]) => r > 150 && g < 90 && b < 90;
const isPaper = (pixel: number[]) => pixel.every((it) => it > 225);

test('a photograph is turned as its camera was held', async () => {
  const right = await square(400, BLUE).resize(200, 400, { fit: 'fill' }).png().toBuffer();
  const turned = await square(400)
    .composite([{ input: right, left: 200, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const picture = (await encode(turned)).find((it) => it.width === 320 && it.format === 'webp');
  expect(isRed(await colorAt(picture?.bytes ?? new Uint8Array(), 250, 40))).toBe(true);
});

test('an oblong or transparent picture stands whole on paper', async () => {
  const wide = await square(400).resize(400, 100, { fit: 'fill' }).png().toBuffer();
  const [, webp] = await encode(wide);
  expect(isPaper(await colorAt(webp?.bytes ?? wide, 160, 20))).toBe(true);
  expect(isRed(await colorAt(webp?.bytes ?? wide, 3, 160))).toBe(true);
  const clear = sharp({ create: { width: 50, height: 50, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
  const [, flat] = await encode(await clear.png().toBuffer());
  expect(isPaper(await colorAt(flat?.bytes ?? wide, 25, 25))).toBe(true);
});

test('a grey, a 16-bit and a palette picture are read', async () => {
  const grey = await square(40).greyscale().png().toBuffer();
  const deep = await square(40).toColourspace('rgb16').png().toBuffer();
  const palette = await square(40).png({ palette: true }).toBuffer();
  for (const source of [grey, deep, palette]) expect(await encode(source)).toHaveLength(8);
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

test.each([
  ['SVG', async () => Buffer.from(SVG)],
  ['SVG with an XML head', async () => Buffer.from(`<?xml version="1.0"?>${SVG}`)],
  ['GIF', () => square(9).gif().toBuffer()],
  ['TIFF', () => square(9).tiff().toBuffer()],
  ['AVIF', () => square(9).avif().toBuffer()],
  ['text', async () => Buffer.from('not a picture')],
  ['nothing', async () => Buffer.alloc(0)],
])('%s is refused', async (_, source) => {
  expect(await encoder.encode(await source())).toEqual({ ok: false, failure: { code: 'unsupported_format' } });
});

test('the library itself reads nothing but the three formats', async () => {
  await expect(sharp(Buffer.from(SVG)).metadata()).rejects.toThrow();
  await expect(sharp(await square(9).gif().toBuffer()).metadata()).rejects.toThrow();
});

test('a picture of 16,000 x 16,000 pixels is refused by its header, one of 24 megapixels is taken', async () => {
  const bomb = hollowPng(16_000, 16_000);
  expect(bomb.length).toBeLessThan(100_000);
  expect((await sharp(bomb, { limitInputPixels: false }).metadata()).width).toBe(16_000);
  expect(await encoder.encode(bomb)).toEqual({ ok: false, failure: { code: 'too_large' } });
  expect(await encode(hollowPng(6_000, 4_000))).toHaveLength(8);
});

test('an animation is refused', async () => {
  const frames = await Promise.all([RED, BLUE].map((color) => square(20, color).png().toBuffer()));
  const animation = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
  expect(await encoder.encode(animation)).toEqual({ ok: false, failure: { code: 'animated' } });
});

test.each(['jpeg', 'png', 'webp'] as const)('a %s that ends too early is refused', async (format) => {
  const noise = sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: RED,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
  const whole = await noise.toFormat(format).toBuffer();
  expect(await encode(whole)).toHaveLength(8);
  const part = whole.subarray(0, Math.floor(whole.length * 0.6));
  expect(await encoder.encode(part)).toEqual({ ok: false, failure: { code: 'damaged' } });
});

test('a header with nothing behind it is refused', async () => {
  for (const start of ['ffd8ff', '89504e470d0a1a0a', '524946460400000057454250']) {
    const outcome = await encoder.encode(Buffer.from(start, 'hex'));
    expect(outcome).toEqual({ ok: false, failure: { code: 'damaged' } });
  }
});
