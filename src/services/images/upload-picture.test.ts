import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { PICTURE_WIDTHS } from '#model/images/picture.ts';
import { createFileStore } from '#outside/images/file-store.ts';
import type { PictureEncoder } from '#outside/images/pictures.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';
import { removeUnusedPictures } from './remove-unused-pictures.ts';
import { HOURLY, uploadPicture } from './upload-picture.ts';
import { canUsePicture } from './use-picture.ts';

const HOUR = 3_600_000;
const shop = await ownShop();
const folder = await mkdtemp(join(tmpdir(), 'uploads-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Takes anything and makes it small: what is tested here is who may send how much, and what is kept. */
const encoder: PictureEncoder = {
  encode: async (source) => ({
    ok: true,
    value: PICTURE_WIDTHS.flatMap((width) =>
      (['avif', 'webp'] as const).map((format) => ({ width, format, bytes: source.subarray(0, 8) })),
    ),
  }),
};
const context = { ...shop.context, pictures: createFileStore(folder), encoder };

let sender: Person;
beforeEach(async () => {
  await shop.sql`delete from upload`;
  await rm(folder, { recursive: true, force: true });
  sender = await shop.person();
});

async function upload(bytes: Uint8Array = randomBytes(40), who = sender) {
  const kept = await uploadPicture(context, who.id, bytes);
  return kept.ok ? kept.value.image : kept.failure;
}
const keyOf = (image: unknown) => String(image).split('/')[2] ?? '';
const kept = async () => (await readdir(folder).catch(() => [])).sort();

test('of thirty pictures at once twenty are taken, and an hour later there is room again', async () => {
  const outcomes = await Promise.all(Array.from({ length: 30 }, () => upload()));
  expect(outcomes.filter((it) => typeof it === 'string')).toHaveLength(HOURLY.customer.pictures);
  expect(await upload()).toEqual({ code: 'too_many_uploads', retryAfter: 3_600 });
  expect(typeof (await upload(undefined, await shop.person()))).toBe('string');
  shop.passTime(HOUR / 2);
  expect(await upload()).toEqual({ code: 'too_many_uploads', retryAfter: 1_800 });
  shop.passTime(HOUR / 2);
  expect(typeof (await upload())).toBe('string');
});

test('an admin fills a catalogue: five hundred pictures an hour, and no more once the right is gone', async () => {
  const admin = await shop.person('admin');
  await shop.sql`insert into upload (person_id, key, bytes, at)
    select ${admin.id}::uuid, md5('full' || n), 40, ${shop.context.clock().toISOString()}::timestamptz from generate_series(1, 498) n`;
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => upload(undefined, admin)));
  expect(outcomes.filter((it) => typeof it === 'string')).toHaveLength(2);
  expect(await upload(undefined, admin)).toMatchObject({ code: 'too_many_uploads' });
  await shop.sql`update upload set at = at - interval '30 minutes' where person_id = ${admin.id}`;
  await shop.sql`delete from upload where person_id = ${admin.id} and key like '%0'`;
  expect(typeof (await upload(undefined, admin))).toBe('string');
  await shop.sql`update person set role = 'customer' where id = ${admin.id}`;
  expect(await upload(undefined, admin)).toMatchObject({ code: 'too_many_uploads' });
});

test('fifty megabytes an hour, however few pictures they are', async () => {
  const large = Buffer.alloc(5 * 1024 ** 2);
  for (let count = 0; count < 10; count += 1) {
    large[0] = count;
    expect(typeof (await upload(large))).toBe('string');
  }
  expect(await upload(Buffer.alloc(1))).toMatchObject({ code: 'too_many_uploads' });
});

test('a refused picture counts', async () => {
  const encoder = { encode: async () => ({ ok: false, failure: { code: 'damaged' } }) as const };
  const rows = async () => (await shop.sql`select from upload where person_id = ${sender.id}`).length;
  await uploadPicture({ ...context, encoder }, sender.id, randomBytes(9));
  expect(await rows()).toBe(1);
  expect(await kept()).toEqual([]);
});

test('what nothing uses a day later is removed; what anything uses stays', async () => {
  const images = await Promise.all(Array.from({ length: 6 }, () => upload()));
  const [loose, ofTool, ofDeleted, ofPerson, ofReview, ofOrder] = images.map(String);
  await shop.tool({ image: ofTool ?? '' });
  await shop.tool({ image: ofDeleted ?? '', deletedAt: new Date() });
  await shop.sql`update person set photo = ${ofPerson ?? ''} where id = ${sender.id}`;
  await shop.sql`insert into review (name, review, star, photo) values ('Ann', 'Good.', 5, ${ofReview ?? ''})`;
  const ordered = await shop.tool();
  const body = { phone: '5550142200', address: '1 Main Street', quantity: 5, tools_price: 10, tools_id: ordered.id };
  expect((await shop.call('placeOrder', { body }, sender)).status).toBe(200);
  await shop.sql`update orders set tool_image = ${ofOrder ?? ''} where tool_id = ${ordered.id}`;

  shop.passTime(23 * HOUR);
  expect(await removeUnusedPictures(context)).toBe(0);
  expect(await kept()).toHaveLength(6);
  shop.passTime(2 * HOUR);
  expect(await removeUnusedPictures(context)).toBe(1);
  expect(await kept()).toEqual(images.slice(1).map(keyOf).sort());
  expect(await removeUnusedPictures(context)).toBe(0);
  // It can be sent again, and is whole again.
  expect(await shop.context.db.transaction((tx) => canUsePicture(tx, context, loose ?? ''))).toBe(false);
});

test('every column that can hold the address of a picture is looked at', async () => {
  const columns = await shop.sql<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name ~ '(image|photo|picture|portrait|avatar)' order by 1`;
  // A new column belongs in USED of remove-unused-pictures.ts first, and then here. Those of tools stay as former_picture.
  expect(columns.map((it) => it.name)).toEqual([
    'orders.tool_image',
    'person.photo',
    'price_promise_line.tool_image',
    'review.photo',
    'tool.image',
  ]);
});

test('a picture that is sent again in time is kept', async () => {
  const bytes = randomBytes(40);
  const image = await upload(bytes);
  shop.passTime(25 * HOUR);
  expect(await upload(bytes)).toBe(image);
  expect(await removeUnusedPictures(context)).toBe(0);
  expect(await kept()).toEqual([keyOf(image)]);
});

test('while a transaction is about to use a picture, it is not removed; then it is used', async () => {
  const image = String(await upload());
  shop.passTime(25 * HOUR);
  const removal = await shop.context.db.transaction(async (tx) => {
    expect(await canUsePicture(tx, context, image)).toBe(true);
    const started = removeUnusedPictures(context);
    await expect
      .poll(async () => (await shop.sql`select from pg_locks where locktype = 'advisory' and not granted`).length)
      .toBe(1);
    await tx.execute(`update person set photo = '${image}' where id = '${sender.id}'`);
    return { started };
  });
  expect(await removal.started).toBe(0);
  expect(await kept()).toEqual([keyOf(image)]);
});

test('only the address of a picture that is kept whole can be used', async () => {
  const image = String(await upload());
  const asked = (address: string) => shop.context.db.transaction((tx) => canUsePicture(tx, context, address));
  expect(await asked(image)).toBe(true);
  for (const address of [
    '',
    image.slice(1),
    image.replace('1200', '640'),
    `https://elsewhere.example${image}`,
    `/images/${'0'.repeat(32)}/1200.webp`,
    'javascript:alert(1)',
  ])
    expect([address, await asked(address)]).toEqual([address, false]);
  await rm(join(folder, keyOf(image), '960.avif'));
  expect(await asked(image)).toBe(false);
});

test('a picture of real bytes goes the whole way', async () => {
  const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#0a0' } })
    .png()
    .toBuffer();
  expect(await uploadPicture({ ...context, encoder: shop.context.encoder }, sender.id, png)).toMatchObject({
    ok: true,
  });
});
