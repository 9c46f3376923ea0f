import { existsSync } from 'node:fs';
import { chmod, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from '#platform/postgres/embedded-postgres.ts';
import { readPostmasterFile } from '#platform/postgres/postmaster-file.ts';
import { connect, type Sql } from '#platform/postgres/sql.ts';
import { comparePayments } from '#services/payments/compare-payments.ts';
import { ownCluster } from '../../tests/harness/own-cluster.ts';
import { begun, ordered, payments } from '../../tests/harness/own-payments.ts';
import { ownShop } from '../../tests/harness/own-shop.ts';
import { readBackups } from './manifest.ts';
import type { Restored } from './restore-shop.ts';

const ROUNDS = import.meta.env.MODE === 'night' ? 10 : 1;

/** A restore is some seconds of work, and of many more where others work too. */
const PATIENCE = 180_000;

const cluster = await ownCluster();
const { sql } = cluster;
const shop = await ownShop(undefined, sql);
const pay = payments(shop);
const buyer = await shop.person();
const tool = await shop.tool({ available: 1_000_000 });
const picture = path.join(cluster.pictures, 'a'.repeat(32), '400.webp');
await mkdir(path.dirname(picture), { recursive: true });
await writeFile(picture, 'a picture');

const place = async () => (await ordered(shop, buyer, tool)).id;
const stateOf = async (id: string) => (await sql`select state from orders where id = ${id}`)[0]?.state;
const absent = async (wanted: readonly string[], database: Sql = sql) => {
  const there = new Set((await database`select id from orders`).map((order) => order.id));
  return wanted.filter((id) => !there.has(id));
};

/** A moment between what was done before and what is done after, by the clock of the database. */
async function moment(): Promise<Date> {
  await sql`select pg_sleep(0.01)`;
  const [row] = await sql`select clock_timestamp()::text as now`;
  await sql`select pg_sleep(0.01)`;
  return new Date(row?.now);
}

async function restored(wish: Parameters<typeof cluster.restore>[0] = {}): Promise<Restored> {
  const outcome = await cluster.restore(wish);
  if (!outcome.ok) throw new Error(outcome.failure);
  const replay = await readFile(path.join(cluster.folder, 'postgres.log'), 'utf8');
  expect(outcome.value.troubles, replay.slice(-4_000)).toEqual([]);
  return outcome.value;
}

async function goodBackup() {
  const taken = await cluster.takeBackup();
  if (!taken.ok) throw new Error(taken.failure);
  expect(taken.value.manifest.proof.troubles).toEqual([]);
  return taken.value;
}

/** Kills Postgres as a power failure does; the supervisor, which would start it again, is stopped with it. */
async function crash(): Promise<void> {
  const { pid } = (await readPostmasterFile(path.join(cluster.folder, 'data'))) ?? {};
  if (!pid) throw new Error('Postgres is not running');
  process.kill(pid, 'SIGKILL');
  await cluster.stop();
}

for (let round = 1; round <= ROUNDS; round += 1) {
  test(
    `what was acknowledged before the archive's end outlives the disk of the database (${round})`,
    async () => {
      const acknowledged: string[] = [];
      let open = true;
      onTestFinished(() => {
        open = false;
      });
      const buyers = Array.from({ length: 4 }, async () => {
        while (open) acknowledged.push(await place());
      });
      await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(4);
      const atStart = acknowledged.length;
      const backup = await goodBackup();
      expect(acknowledged.length).toBeGreaterThan(atStart);
      expect(backup.manifest.proof.rows.orders).toBeGreaterThanOrEqual(atStart);
      const inArchive = [...acknowledged];
      await cluster.archived();
      open = false;
      await Promise.all(buyers);

      await crash();
      await rm(cluster.folder, { recursive: true });
      await rm(cluster.pictures, { recursive: true });
      const { aside, recovered } = await restored();
      expect([aside, recovered.reached]).toEqual([undefined, true]);
      await cluster.start();
      expect(inArchive.length).toBeGreaterThan(atStart);
      expect(await absent(inArchive)).toEqual([]);
      expect(await readFile(picture, 'utf8')).toBe('a picture');
    },
    PATIENCE,
  );
}

test('a moment brings back what was before it and nothing after; money paid since finds its order or its payer', {
  timeout: PATIENCE,
}, async () => {
  const [opened, placed] = [await ordered(shop, buyer, tool), await ordered(shop, buyer, tool)];
  const openedBefore = await begun(shop, buyer, opened);
  const then = await moment();
  const lost = await ordered(shop, buyer, tool);
  const [paysLater, paysLost] = [await begun(shop, buyer, placed), await begun(shop, buyer, lost)];
  for (const it of [openedBefore, paysLater, paysLost]) await pay.confirm(it.clientSecret);
  const ids = [opened.id, placed.id, lost.id];
  await cluster.archived();

  // Beside the open shop, which goes on, and whose archive the copy leaves alone.
  const into = path.join(cluster.home, 'beside');
  const archive = await readdir(path.join(cluster.backups, 'wal'));
  const copy = await restored({ to: then, into });
  expect(await readdir(path.join(cluster.backups, 'wal'))).toEqual(archive);
  expect(copy.recovered.lastChange?.getTime()).toBeLessThanOrEqual(then.getTime());
  expect(await absent(ids)).toEqual([]);
  const beside = await startEmbeddedPostgres({ folder: path.join(into, 'postgres'), log: () => {} });
  if (!beside.ok) throw new Error(beside.failure.message);
  const look = connect(beside.value.connection, { max: 1, log: () => {} });
  onTestFinished(async () => {
    await look.end({ timeout: 1 });
    await beside.value.stop();
  });
  expect(await absent(ids, look)).toEqual([lost.id]);

  // In its place.
  expect(await cluster.restore({ to: then })).toEqual(refused('The shop is open: stop it first'));
  await cluster.stop();
  await restored({ to: then });
  await cluster.start();
  expect(await absent(ids)).toEqual([lost.id]);
  shop.passTime(PATIENCE);
  for (const _ of [1, 2]) {
    await comparePayments(shop.context);
    await shop.work();
  }
  expect([await stateOf(opened.id), await stateOf(placed.id)]).toEqual(['paid', 'paid']);
  expect(await pay.refunds(paysLost.intentId)).toHaveLength(1);
  for (const it of [openedBefore, paysLater]) expect(await pay.refunds(it.intentId)).toEqual([]);
  expect(await sql`select target, action from audit where action like 'payment.%'`).toEqual([
    { target: lost.id, action: 'payment.forgotten' },
  ]);
});

test('after a crash even what never reached the archive is there, over an earlier restore, and nothing is removed', {
  timeout: PATIENCE,
}, async () => {
  const [early, late] = [await place(), await place()];
  await crash();
  for (const name of ['admin.password', 'shop.password']) await writeFile(path.join(cluster.folder, name), '\n');
  const { aside } = await restored();
  expect(existsSync(path.join(aside ?? '', 'PG_VERSION'))).toBe(true);
  await cluster.start();
  expect(await absent([early, late])).toEqual([]);

  // Killed between the two steps of the swap, when there is no data under its name: the next start ends it.
  await cluster.stop();
  await rename(path.join(cluster.folder, 'data'), path.join(cluster.folder, 'data.restored-00000000'));
  await writeFile(path.join(cluster.folder, 'restoring'), 'data.restored-00000000');
  // What others left that were killed before.
  for (const name of ['data.restored-0123abcd', 'data.new-0123abcd']) await mkdir(path.join(cluster.folder, name));
  await cluster.start();
  expect(await absent([early, late])).toEqual([]);
  const unfinished = /^(restoring|data\.(restored|new)-.*)$/;
  expect((await readdir(cluster.folder)).filter((name) => unfinished.test(name))).toEqual([]);
  expect(existsSync(aside ?? '')).toBe(true);
});

test('what comes after a restore survives the next one, even where its timeline has not reached the archive', {
  timeout: PATIENCE,
}, async () => {
  const wal = path.join(cluster.backups, 'wal');
  await crash();
  const archived = new Set(await readdir(wal));
  await restored();
  await cluster.start();
  const placed = await place();
  await crash();
  const timeline = (await readdir(wal)).find((name) => name.endsWith('.history') && !archived.has(name)) ?? '';
  const hidden = path.join(cluster.home, timeline);
  await rename(path.join(wal, timeline), hidden);
  await restored();
  await rename(hidden, path.join(wal, timeline));
  await cluster.start();
  expect(await absent([placed])).toEqual([]);
});

test('a restore that is broken off or ends in a newer shop leaves shop and backups as they were; a moment before goes', {
  timeout: PATIENCE,
}, async () => {
  const wal = path.join(cluster.backups, 'wal');
  const then = await moment();
  await place();
  await cluster.archived();
  await cluster.stop();
  const archive = await readdir(wal);
  const note = () => Promise.reject(new Error('broken off'));
  expect(await cluster.restore({ to: then, note })).toEqual(refused('broken off'));
  expect(await readdir(wal)).toEqual(archive);

  await cluster.start();
  const backup = await goodBackup();
  const later = await place();
  const [update] =
    await sql`insert into migration (name, sha256) values ('9999-newer.sql', '') returning applied_at as at`;
  const lost = await place();
  await cluster.archived();
  await cluster.stop();
  expect(await cluster.restore({ name: backup.name })).toEqual(refused(`--to ${update?.at.toISOString()}`));
  expect((await restored({ to: update?.at })).backup.name).toBe(backup.name);
  await cluster.start();
  expect(await absent([later, lost])).toEqual([lost]);
});

test('a copy is marked before it can be opened, and its database stays when its pictures cannot be copied', {
  timeout: PATIENCE,
}, async () => {
  const into = path.join(cluster.home, 'without-pictures');
  await mkdir(into);
  await writeFile(path.join(into, 'images'), 'no folder');
  const data = path.join(into, 'postgres', 'data');
  const opens: boolean[] = [];
  const mark = async () => void opens.push(existsSync(data));
  expect(await cluster.restore({ into, mark })).toMatchObject({
    ok: true,
    value: { pictures: 0, troubles: [expect.stringContaining('pictures are missing')] },
  });
  expect([...opens, existsSync(data)]).toEqual([false, true]);
});

test('a damaged backup is refused, by name, and an earlier one still restores', { timeout: PATIENCE }, async () => {
  const newest = (await readBackups(cluster.backups)).backups.at(-1);
  const second = await goodBackup();
  await cluster.stop();
  const whole = await readdir(cluster.folder);
  const victim = second.manifest.files.find((file) => file.bytes > 100_000)?.path ?? '';
  const file = await open(path.join(second.folder, victim), 'r+');
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, 50_000);
  await file.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, 50_000);
  await file.close();
  expect(await cluster.restore()).toEqual(refused(`${second.name} is damaged (${victim})`));
  await writeFile(path.join(second.folder, 'manifest.json'), '{"format": 1');
  expect(await cluster.restore({ name: second.name })).toEqual(refused('its manifest cannot be read'));
  expect(await cluster.restore({ name: 'none' })).toEqual(refused('There is no backup none'));
  expect(await readdir(cluster.folder)).toEqual(whole);
  expect((await restored()).backup.name).toBe(newest?.name);

  // Damage in the log looks to Postgres like its end: the restore says so. What cannot be read stops it.
  const wal = path.join(cluster.backups, 'wal');
  await cluster.start();
  for (let n = 0; n < 2; n += 1) {
    await place();
    await cluster.archived();
  }
  await crash();
  await rename(cluster.folder, `${cluster.folder}.lost`);
  const [damaged = ''] = (await readdir(wal))
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
    .sort()
    .slice(-2);
  await chmod(path.join(wal, damaged), 0o000);
  expect(await cluster.restore()).toEqual(refused('could not be copied out of the backups'));
  await chmod(path.join(wal, damaged), 0o600);
  await writeFile(path.join(wal, damaged), Buffer.alloc(1 << 20));
  const outcome = await cluster.restore();
  expect(outcome).toMatchObject({
    ok: true,
    value: { troubles: [expect.stringContaining('could not be replayed')] },
  });
});

const refused = (part: string) => ({ ok: false, failure: expect.stringContaining(part) });
