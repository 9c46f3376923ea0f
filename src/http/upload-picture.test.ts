import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { UPLOAD } from '#model/images/upload.ts';
import { createChildEncoder } from '#outside/images/child-encoder.ts';
import { createFileStore } from '#outside/images/file-store.ts';
import { freePort } from '../../scripts/free-port.ts';
import { ORIGIN, ownShop, type Person } from '../../tests/harness/own-shop.ts';
import { createApp } from './app.ts';
import { listen } from './listen.ts';

const shop = await ownShop();
const folder = await mkdtemp(join(tmpdir(), 'upload-'));
afterAll(() => rm(folder, { recursive: true }));
const context = { ...shop.context, pictures: createFileStore(folder), encoder: createChildEncoder() };
const app = createApp({ context, publicOrigin: ORIGIN, shopName: 'Toolyard' });

let sender: Person;
beforeEach(async () => {
  sender = await shop.person();
});

interface Sent {
  readonly caller?: Person | undefined;
  readonly body: BodyInit;
  readonly headers?: Record<string, string>;
}

async function post({ caller, body, headers }: Sent) {
  const answer = await app.request(`${ORIGIN}/images`, {
    method: 'POST',
    headers: { ...(caller ? { authorization: `Bearer ${caller.token}` } : {}), ...headers },
    body,
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

function form(...files: [field: string, bytes: Uint8Array][]): FormData {
  const data = new FormData();
  for (const [field, bytes] of files) data.append(field, new File([new Uint8Array(bytes)], 'picture.jpg'));
  return data;
}

const send = (bytes: Uint8Array, caller: Person | undefined = sender) => post({ caller, body: form(['image', bytes]) });

let shade = 0;
/** Every square is another color, so no picture is that of another test. */
function square(side = 30): Sharp {
  shade += 1;
  const background = { r: shade % 256, g: shade >> 8, b: 90 };
  return sharp({ create: { width: side, height: side, channels: 3, background } });
}

const everyFile = async () => (await readdir(folder, { recursive: true })).sort();

describe('a picture that is taken', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'a %s is answered with its address, and is served there',
    async (kind) => {
      const answer = await send(await square().toFormat(kind).toBuffer());
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
      expect(Object.keys(answer.body)).toEqual(['success', 'data']);
      expect(answer.body.data.url).toMatch(/^\/images\/[0-9a-f]{32}\/1200\.webp$/);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      for (const name of ['320.avif', '320.webp', '640.avif', '960.webp', '1200.avif', '1200.webp']) {
        const served = await app.request(`${ORIGIN}${answer.body.data.url.replace('1200.webp', name)}`);
        expect(served.headers.get('content-type')).toBe(`image/${name.split('.')[1]}`);
        expect(served.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect((await served.arrayBuffer()).byteLength).toBeGreaterThan(50);
      }
    },
  );

  test('nothing but its pixels is kept: no place, no owner, nothing that was appended', async () => {
    const photograph = await square(200)
      .withExif({ IFD0: { Copyright: 'secret-owner' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer();
    const tail = Buffer.concat([Buffer.from('<script>secret-tail</script>PK\u0003\u0004'), gzipSync('secret')]);
    const answer = await send(Buffer.concat([photograph, tail]));
    expect(answer.status).toBe(200);
    const kept = await app.request(`${ORIGIN}${answer.body.data.url}`);
    const bytes = Buffer.from(await kept.arrayBuffer());
    expect(bytes.toString('latin1')).not.toMatch(/secret|Exif|EXIF|GPS|script/);
    const { format, width, exif, xmp } = await sharp(bytes).metadata();
    expect([format, width, exif, xmp]).toEqual(['webp', 200, undefined, undefined]);
    expect((await everyFile()).every((it) => /^[0-9a-f]{32}(\/(320|640|960|1200)\.(avif|webp))?$/.test(it))).toBe(true);
  });

  test('the type is read from the bytes, not from what the sender says', async () => {
    const body = new FormData();
    body.append('image', new File([new Uint8Array(await square().png().toBuffer())], 'x.svg', { type: 'text/html' }));
    expect((await post({ caller: sender, body })).status).toBe(200);
  });

  test('the same picture twice has one address', async () => {
    const bytes = await square().png().toBuffer();
    const [first, second] = [await send(bytes), await send(bytes, await shop.person())];
    expect(second.body).toEqual(first.body);
  });

  test('an admin may send one, somebody who is signed out may not, and what they send is not read', async () => {
    const bytes = await square().png().toBuffer();
    expect((await send(bytes, await shop.person('admin'))).status).toBe(200);
    let read = 0;
    const body = new ReadableStream({ pull: () => void read++ }, { highWaterMark: 0 });
    const init = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    };
    const refused = await app.request(`${ORIGIN}/images`, init as RequestInit);
    expect([refused.status, read]).toEqual([401, 0]);
  });
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

/** A PNG whose header promises more than is worth opening. */
function hollowPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** A sound JPEG header that says 60,000 x 60,000. */
async function hugeJpeg(): Promise<Buffer> {
  const jpeg = await square().jpeg().toBuffer();
  const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex'));
  jpeg.writeUInt16BE(60_000, frame + 5);
  jpeg.writeUInt16BE(60_000, frame + 7);
  return jpeg;
}

async function animated(): Promise<Buffer> {
  const paint = (background: string) => sharp({ create: { width: 20, height: 20, channels: 3, background } });
  const frames = await Promise.all(['#d01010', '#1010d0'].map((color) => paint(color).png().toBuffer()));
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
}

const part = async (kind: 'jpeg' | 'png' | 'webp', share: number) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const whole = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#888', noise } })
    .toFormat(kind)
    .toBuffer();
  return whole.subarray(0, Math.floor(whole.length * share));
};

describe('a picture that is refused leaves nothing on the disk and names the field', () => {
  const corpus: [what: string, status: number, code: string, bytes: () => Promise<Buffer> | Buffer][] = [
    ['an SVG', 415, 'picture_format', () => Buffer.from(SVG)],
    ['an SVG with an XML head', 415, 'picture_format', () => Buffer.from(`<?xml version="1.0"?>${SVG}`)],
    ['a GIF', 415, 'picture_format', () => square().gif().toBuffer()],
    ['a TIFF', 415, 'picture_format', () => square().tiff().toBuffer()],
    ['an AVIF', 415, 'picture_format', () => square().avif().toBuffer()],
    ['a PDF', 415, 'picture_format', () => Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj<</Type/Catalog>>endobj')],
    ['HTML', 415, 'picture_format', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a GIF that is a script too', 415, 'picture_format', () => Buffer.from('GIF89a/*....*/=1;alert(1)//')],
    ['a script after the first bytes of a JPEG', 422, 'picture_damaged', () => Buffer.from('ÿØÿ/*<script>', 'latin1')],
    [
      'HTML after the first bytes of a PNG',
      422,
      'picture_damaged',
      () => Buffer.concat([hollowPng(1, 1).subarray(0, 16), Buffer.from(SVG)]),
    ],
    ['a bomb in PNG', 422, 'picture_too_large', () => hollowPng(20_000, 20_000)],
    ['a PNG one row above the limit', 422, 'picture_too_large', () => hollowPng(6_000, 4_001)],
    ['a bomb in JPEG', 422, 'picture_too_large', hugeJpeg],
    ['an animation', 422, 'picture_animated', animated],
    ['a JPEG cut short', 422, 'picture_damaged', () => part('jpeg', 0.6)],
    ['a PNG cut short', 422, 'picture_damaged', () => part('png', 0.6)],
    ['a WebP cut short', 422, 'picture_damaged', () => part('webp', 0.6)],
    ['a file of 5 MB + 1 byte', 413, 'file_too_large', () => Buffer.alloc(UPLOAD.maxBytes + 1, 0xff)],
    ['an empty file', 400, 'file_missing', () => Buffer.alloc(0)],
  ];

  test.each(corpus)('%s: %d %s', async (_, status, code, bytes) => {
    const before = await everyFile();
    const answer = await send(await bytes());
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.body).toMatchObject({ status, code, errors: [{ field: 'image', message: answer.body.detail }] });
    expect(answer.body.detail).toMatch(/^[A-Z].+\.$/);
    expect(await everyFile()).toEqual(before);
  });

  test('two files, another field, no field, no form', async () => {
    const before = await everyFile();
    const bytes = await square().png().toBuffer();
    const answers = [
      await post({ caller: sender, body: form(['image', bytes], ['image', bytes]) }),
      await post({ caller: sender, body: form(['image', bytes], ['other', bytes]) }),
      await post({ caller: sender, body: form(['file', bytes]) }),
      await post({ caller: sender, body: form() }),
      await post({ caller: sender, body: '{"image":"x"}', headers: { 'content-type': 'application/json' } }),
      await post({ caller: sender, body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=zzz' } }),
      await post({ caller: sender, body: 'x', headers: { 'content-type': 'multipart/form-data' } }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'one_file_only'],
      [400, 'one_file_only'],
      [400, 'file_missing'],
      [400, 'file_missing'],
      [415, 'multipart_expected'],
      [415, 'multipart_expected'],
      [415, 'multipart_expected'],
    ]);
    for (const { body } of answers) expect(body.errors[0].field).toBe('image');
    expect(await everyFile()).toEqual(before);
  });

  test('a form of a hundred thousand parts is not even read', async () => {
    const piece = '--x\r\ncontent-disposition: form-data; name="a"; filename="a"\r\n\r\n\r\n';
    const body = `${piece.repeat(70_000)}--x--\r\n`;
    const before = performance.now();
    const answer = await post({ caller: sender, body, headers: { 'content-type': 'multipart/form-data; boundary=x' } });
    expect(answer.body.code).toBe('one_file_only');
    expect(performance.now() - before).toBeLessThan(1_500);
  });
});

test('over HTTP, a body longer than its sender says, or of no said length, is cut off with an answer', async () => {
  const port = await freePort();
  const listener = await listen({ port, host: '127.0.0.1' }, pino({ level: 'silent' }));
  if (!listener.ok) throw new Error(listener.failure);
  listener.value.serve(app.fetch);
  const head = '--x\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n';
  const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const headers = { authorization: `Bearer ${sender.token}`, 'content-type': 'multipart/form-data; boundary=x' };
    const call = request({ port, host: '127.0.0.1', method: 'POST', path: '/images', headers }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, body }));
    });
    call.on('error', reject);
    call.write(head);
    // No length is said: it goes in chunks, for as long as nobody stops it.
    for (let megabyte = 0; megabyte < 8; megabyte += 1) call.write(Buffer.alloc(1024 ** 2, 0xff));
    call.end('\r\n--x--\r\n');
  });
  expect([answer.status, JSON.parse(answer.body).code]).toEqual([413, 'file_too_large']);
  const short = await app.request(`${ORIGIN}/images`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${sender.token}`,
      'content-length': '10',
      'content-type': 'multipart/form-data; boundary=x',
    },
    body: Buffer.concat([Buffer.from(head), Buffer.alloc(UPLOAD.maxBytes + 1), Buffer.from('\r\n--x--\r\n')]),
  });
  expect([short.status, (await short.json()).code]).toEqual([413, 'file_too_large']);
  await listener.value.close();
});

test('GET of a picture that nobody keeps is 404 as ever, and /images lists nothing', async () => {
  for (const path of ['/images', '/images/', `/images/${'0'.repeat(32)}/1200.webp`]) {
    expect([path, (await app.request(`${ORIGIN}${path}`)).status]).toEqual([path, 404]);
  }
});
