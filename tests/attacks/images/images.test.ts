import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { UPLOAD } from '#model/images/upload.ts';
import { dots, type ImageAttack, join } from './bytes.ts';
import { foreignFiles } from './foreign.ts';
import { formAttacks } from './forms.ts';
import { differentFiles, openGate } from './gate.ts';
import { jpegFiles } from './jpeg.ts';
import { pngFiles } from './png.ts';
import { endlessScans } from './scans.ts';
import { truncatedFiles } from './truncated.ts';
import { webpFiles } from './webp.ts';

const night = import.meta.env.MODE === 'night';
const gate = await openGate();
const quick = await openGate({ inProcess: !night });
const LONG = 300_000;

/** What the shop's process may grow by while hundreds of files come in, bytes of the test itself included. */
const MAX_GROWTH = 200 * 1024 ** 2;

const groups: Record<string, ImageAttack[]> = {
  'of other formats': await foreignFiles(),
  'in PNG': await pngFiles(),
  'in JPEG': await jpegFiles(),
  'in WebP': await webpFiles(),
  'cut short': await truncatedFiles(),
};

test('the corpus has at least 380 files, each another one', () => {
  const all = Object.values(groups).flat();
  expect(all.length).toBeGreaterThanOrEqual(380);
  expect(differentFiles(all)).toBe(all.length);
});

/** By day only these are worth a process each; by night all are. */
const HEAVY = /bomb|real|thousand|\d MB|canvas/;

test.each(Object.entries(groups))(
  'files %s: refused with advice and nothing left, or kept as their pixels alone',
  async (_, attacks) => {
    const base = process.memoryUsage().rss;
    let largest = base;
    const watch = setInterval(() => {
      largest = Math.max(largest, process.memoryUsage().rss);
    }, 20);
    const heavy = attacks.filter(([what]) => HEAVY.test(what));
    const light = attacks.filter(([what]) => !HEAVY.test(what));
    const faults = [...(await gate.faults(heavy)), ...(await quick.faults(light))];
    clearInterval(watch);
    expect(faults).toEqual([]);
    expect(largest - base).toBeLessThan(MAX_GROWTH);
    expect(await decoders()).toEqual([]);
  },
  LONG,
);

/** Processes of this one that still decode. */
async function decoders(): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const found: string[] = [];
  for (const id of (await readdir('/proc')).filter((it) => /^\d+$/.test(it))) {
    const [words, status] = await Promise.all(
      ['cmdline', 'status'].map((it) => readFile(`/proc/${id}/${it}`, 'utf8').catch(() => '')),
    );
    if (words?.includes('encode-once') && status?.includes(`PPid:\t${process.pid}\n`)) found.push(id);
  }
  return found;
}

test(
  'a form that is none, or has strange names, keeps the picture alone or nothing',
  async () => {
    const picture = await dots(24).png().toBuffer();
    const attacks = formAttacks(picture);
    expect(attacks.length).toBeGreaterThanOrEqual(80);
    const faults: string[] = [];
    const seen = new Set<string>();
    for (const { what, answer, type = 'multipart/form-data; boundary=frontier', headers, body } of attacks) {
      const bytes = new Uint8Array(body);
      const heard = await gate.post(new Blob([bytes]), { ...(type ? { 'content-type': type } : {}), ...headers });
      const got = heard.status === 200 ? 'kept' : String(heard.body.code);
      if (got !== answer) faults.push(`${what}: ${got} instead of ${answer}`);
      if (heard.status >= 500) faults.push(`${what}: ${heard.status}`);
      if (got === 'kept') seen.add((heard.body.data as { url: string }).url);
    }
    expect(faults).toEqual([]);
    // The name is the pixels', whatever the sender called the file.
    expect(seen.size).toBe(1);
    expect(await gate.litter()).toEqual([]);
  },
  LONG,
);

test('an upload that is too long, says no length, or breaks off leaves nothing', async () => {
  const before = await gate.everyFile();
  const picture = await dots(20).png().toBuffer();
  const head = '--frontier\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n';
  const type = { 'content-type': 'multipart/form-data; boundary=frontier' };
  const padded = join(head, picture, Buffer.alloc(UPLOAD.maxBytes - picture.length + 1), '\r\n--frontier--\r\n');
  const long = await gate.post(new Uint8Array(padded), type);
  expect([long.status, long.body.code]).toEqual([413, 'file_too_large']);
  // A stream has no length: it comes in chunks.
  const endless = new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(64 * 1024)) });
  const stream = { method: 'POST', headers: { authorization: gate.authorization, ...type }, body: endless };
  const cut = await fetch(`${gate.origin}/images`, { ...stream, duplex: 'half' } as RequestInit).then(
    ({ status }) => status,
    // The answer may be lost with the connection that the shop closes.
    () => 413,
  );
  expect(cut).toBe(413);
  await new Promise<void>((gone) => {
    const headers = { authorization: gate.authorization, ...type, 'content-length': String(padded.length) };
    const call = request(`${gate.origin}/images`, { method: 'POST', headers });
    call.on('error', () => gone());
    call.on('close', () => gone());
    call.write(join(head, picture), () => call.destroy());
  });
  expect((await fetch(`${gate.origin}/tools`)).status).toBe(200);
  expect(await gate.everyFile()).toEqual(before);
});

test(
  'a picture of thousands of scans is not begun',
  async () => {
    const scans = [200_000, 5_000_000].map(
      (size) => [`${size} bytes of scans`, 'picture_damaged', endlessScans(size)] as const,
    );
    expect(await gate.faults(scans)).toEqual([]);
  },
  LONG,
);

test.runIf(process.platform === 'linux')(
  'a picture that needs more memory than there is for one costs that picture and nothing else',
  async () => {
    const tight = await openGate({ limits: { time: 60_000, memory: 760 * 1024 ** 2 } });
    const wide = await sharp({ create: { width: 4_890, height: 4_890, channels: 4, background: '#d0101080' } })
      .toColourspace('rgb16')
      .png({ progressive: true, compressionLevel: 1 })
      .toBuffer();
    const next = ['the next one', 'kept', await dots(12).png().toBuffer()] as const;
    expect(await tight.faults([['too wide', 'picture_damaged', wide], next])).toEqual([]);
    expect(await decoders()).toEqual([]);
  },
  LONG,
);

test(
  'a picture is shown as its camera was held, and the next reader is not told how',
  async () => {
    const turned = (await jpegFiles()).filter(([what]) => what.startsWith('JPEG: turned'));
    // Where the red half is when the picture is shown upright: left, right, right, left, top, top, bottom, bottom.
    const red = [
      [8, 20],
      [32, 20],
      [32, 20],
      [8, 20],
      [20, 8],
      [20, 8],
      [20, 32],
      [20, 32],
      [8, 20],
    ];
    for (const [index, [what, , bytes]] of turned.entries()) {
      const form = new FormData();
      form.append('image', new File([new Uint8Array(bytes)], 'a.jpg'));
      const { body } = await gate.post(form);
      const kept = await fetch(`${gate.origin}${(body.data as { url: string }).url}`);
      const { data, info } = await sharp(await kept.arrayBuffer())
        .raw()
        .toBuffer({ resolveWithObject: true });
      const [x = 0, y = 0] = red[index] ?? [];
      const at = (y * info.width + x) * info.channels;
      expect([what, (data[at] ?? 0) > (data[at + 2] ?? 0)]).toEqual([what, true]);
    }
  },
  LONG,
);
