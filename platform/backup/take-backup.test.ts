import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { ownCluster } from '../../tests/harness/own-cluster.ts';
import { ownDisk } from '../../tests/harness/own-disk.ts';
import { ORIGIN, ownShop } from '../../tests/harness/own-shop.ts';
import { archiveTrouble } from './archive-health.ts';
import { isGood, type Manifest, readBackups, writeManifest } from './manifest.ts';
import { removeOld } from './take-backup.ts';

const PATIENCE = 180_000;
const KILLS = import.meta.env.MODE === 'night' ? 20 : 3;

const disk = await ownDisk(300);
const cluster = await ownCluster({ backups: path.join(disk.folder, 'backups') });
const shop = await ownShop(undefined, cluster.sql);
await shop.tool();
const entries = async () => (await readdir(cluster.backups)).sort();
const names = async () => (await readBackups(cluster.backups)).backups.map(({ name }) => name);
const ailments = async () => (await (await shop.app.request(`${ORIGIN}/readyz`)).json()).degraded;
const trouble = () => archiveTrouble(cluster.sql, { osUser: undefined, data: path.join(cluster.folder, 'data') });
const isUnfinished = (entry: string) => /^(new|scratch)-/.test(entry);

test('a killed backup leaves nothing that looks like one, and the next removes what it left', {
  timeout: PATIENCE,
}, async () => {
  const before = await names();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = backupInAnotherProcess();
    const left = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
    // Each time later: as copying begins, once it has a copy, and while the copy is on trial.
    const seen = ['new-', 'scratch-', 'postmaster.pid'][kill % 3] ?? '';
    await expect
      .poll(async () => (await readdir(cluster.backups, { recursive: true })).some((name) => name.includes(seen)), {
        timeout: 60_000,
        interval: 5,
      })
      .toBe(true);
    child.kill('SIGKILL');
    expect(await left).toBe('SIGKILL');
    expect(await names()).toEqual(before);
    expect((await entries()).filter(isUnfinished)).not.toEqual([]);
  }
  // The shop's own next one: the night was missed, and it has been open for an hour.
  const picture = path.join(cluster.pictures, 'b'.repeat(32), '400.webp');
  await mkdir(path.dirname(picture), { recursive: true });
  await writeFile(picture, 'a picture');
  let now = new Date(2026, 2, 11, 12);
  const rounds = cluster.keepBackups(() => now);
  await rounds.backUp();
  expect(await names()).toEqual(before);
  await cluster.sql`insert into bookmark (name, at) values ('backup failed', now())`;
  now = new Date(2026, 2, 11, 13, 1);
  await rounds.backUp();
  await rounds.keepUp();
  expect(await cluster.sql`select from bookmark where name = 'backup failed'`).toEqual([]);
  const { backups } = await readBackups(cluster.backups);
  expect(backups.at(-1)?.manifest).toMatchObject({
    pictures: [{ path: `${'b'.repeat(32)}/400.webp`, bytes: 9 }],
    proof: { troubles: [] },
  });
  expect(await names()).toHaveLength(before.length + 1);
  expect((await entries()).filter(isUnfinished)).toEqual([]);
  // Opened again days later: until the next one is made, the shop says that it has none of late.
  const later = new Date(Date.now() + 3 * 86_400_000);
  later.setHours(12);
  await cluster.keepBackups(() => later).backUp();
  expect(await cluster.sql`select from bookmark where name = 'backup failed'`).toHaveLength(1);
  // Until one that was made by hand is there, which needs no room for the pictures that are.
  for (const pictures of [cluster.pictures, path.join(cluster.backups, 'pictures')]) {
    await mkdir(path.join(pictures, 'c'.repeat(32)), { recursive: true });
    await writeFile(path.join(pictures, 'c'.repeat(32), '400.webp'), '');
    await truncate(path.join(pictures, 'c'.repeat(32), '400.webp'), 400_000_000);
  }
  expect((await cluster.takeBackup()).ok).toBe(true);
  await cluster.keepBackups(() => new Date()).backUp();
  expect(await cluster.sql`select from bookmark where name = 'backup failed'`).toEqual([]);
});

test('only one backup is made at a time', { timeout: PATIENCE }, async () => {
  const child = backupInAnotherProcess();
  await expect.poll(async () => (await entries()).some(isUnfinished), { timeout: 60_000, interval: 5 }).toBe(true);
  process.kill(child.pid ?? 0, 'SIGSTOP');
  expect(await cluster.takeBackup()).toEqual({ ok: false, failure: expect.stringContaining('is at work') });
  process.kill(child.pid ?? 0, 'SIGKILL');
});

test('a shop that breaks a promise gets its backup, which says so and does not count as good', {
  timeout: PATIENCE,
}, async () => {
  await cluster.sql`update tool set available = available + 1`;
  const taken = await cluster.takeBackup();
  await cluster.sql`update tool set available = available - 1`;
  if (!taken.ok) throw new Error(taken.failure);
  expect(isGood(taken.value)).toBe(false);
  expect(taken.value.manifest.proof.troubles.join()).toContain('stock is the sum of its moves');
  await rm(taken.value.folder, { recursive: true });
});

test.runIf(disk.real)(
  'a full disk is told before, or ends the backup, and leaves those that are there',
  { timeout: PATIENCE },
  async () => {
    const before = await names();
    await disk.fill(20_000_000);
    expect(await cluster.takeBackup()).toEqual({ ok: false, failure: expect.stringContaining('a backup needs up to') });
    await disk.free();

    const child = backupInAnotherProcess();
    const said = text(child.stdout);
    await expect.poll(async () => (await entries()).some(isUnfinished), { timeout: 60_000, interval: 1 }).toBe(true);
    process.kill(child.pid ?? 0, 'SIGSTOP');
    await disk.fill(0);
    process.kill(child.pid ?? 0, 'SIGCONT');
    expect(await said).toMatch(/became full|No space left|missing there/);
    await disk.free();
    expect((await entries()).filter(isUnfinished)).toEqual([]);
    expect(await names()).toEqual(before);
  },
);

test('a log that does not reach the archive is told until it does', { timeout: PATIENCE }, async () => {
  const wal = path.join(cluster.backups, 'wal');
  await cluster.archived();
  await expect.poll(trouble, { timeout: 60_000 }).toBeUndefined();
  await rename(wal, `${wal}.away`);
  await shop.tool();
  await cluster.switchLog();
  await expect.poll(trouble, { timeout: 60_000 }).toContain(`has not reached ${wal}`);
  expect(await trouble()).toMatch(/failed: .*(nonexistent|No such)/);
  expect(await ailments()).toContain('archive');
  await rename(`${wal}.away`, wal);
  await shop.tool();
  await cluster.archived();
  await expect.poll(trouble, { timeout: 60_000 }).toBeUndefined();
  expect(await ailments()).not.toContain('archive');
});

test('a disk of the backups that is away is told, and no folder takes its place', { timeout: PATIENCE }, async () => {
  const { backups } = cluster;
  await mkdir(cluster.pictures, { recursive: true });
  const rounds = cluster.keepBackups(() => new Date(2030, 0, 1, 3));
  const away = 'is the disk mounted?';
  await rename(backups, `${backups}.away`);
  await expect(rounds.keepUp()).rejects.toThrow(away);
  await expect(rounds.backUp()).rejects.toThrow(away);
  expect(await cluster.takeBackup()).toEqual({ ok: false, failure: expect.stringContaining(away) });
  expect(existsSync(backups)).toBe(false);
  // As after a start of the machine, with the empty folder that the disk is mounted on.
  await cluster.stop();
  await mkdir(backups);
  await cluster.start();
  await shop.tool();
  await expect(rounds.backUp()).rejects.toThrow(away);
  expect(await readdir(backups)).toEqual([]);
  expect(await trouble()).toContain('Is the disk mounted?');
  expect(await ailments()).toContain('archive');
  await cluster.stop();
  await rmdir(backups);
  await rename(`${backups}.away`, backups);
  await cluster.start();
  await cluster.archived();
  await expect.poll(trouble, { timeout: 60_000 }).toBeUndefined();
  await rounds.keepUp();
});

test('a backup folder that does not answer blocks nothing, and is reported until the next backup', async () => {
  const rounds = cluster.keepBackups(() => new Date(), 200);
  const claim = path.join(cluster.backups, 'cluster');
  const claimed = await readFile(claim);
  await rm(claim);
  // A read of it waits for a writer.
  execFileSync('mkfifo', [claim]);
  onTestFinished(() => rm(claim).then(() => writeFile(claim, claimed)));
  const asked = await Promise.allSettled([rounds.backUp(), rounds.backUp()]);
  // A single reader got the answer: the folder was asked once.
  await writeFile(claim, claimed);
  for (const one of asked)
    expect(one).toMatchObject({ reason: { message: expect.stringContaining('does not answer') } });
  expect(await ailments()).toContain('backup');
  await cluster.sql`delete from bookmark where name = 'backup failed'`;
});

test('old backups go by the rule, with the log and the pictures that only they needed', async () => {
  const { backups } = await readBackups(cluster.backups);
  const [model] = backups;
  if (!model) throw new Error('no backup to copy');
  const root = await mkdtemp(path.join(os.tmpdir(), 'shop-old-'));
  const folder = { root, wal: path.join(root, 'wal'), pictures: path.join(root, 'pictures') };
  const picture = (day: number) => day.toString(16).padStart(32, '0');
  const segment = (day: number) => `0000000100000000000000${day.toString(16).toUpperCase().padStart(2, '0')}`;
  const nameOf = (day: number) => new Date(Date.UTC(2026, 0, day, 3)).toISOString().slice(0, 10);
  await Promise.all([mkdir(folder.wal), mkdir(folder.pictures)]);
  for (let day = 1; day <= 60; day += 1) {
    const to = new Date(Date.UTC(2026, 0, day, 3)).toISOString();
    const pictures = [{ path: `${picture(day)}/400.webp`, bytes: 1, sha256: '' }];
    const manifest: Manifest = { ...model.manifest, to, pictures, startWal: segment(day), files: [] };
    await mkdir(path.join(root, `${nameOf(day)}T03-00-00-000Z`));
    await writeManifest(path.join(root, `${nameOf(day)}T03-00-00-000Z`), manifest);
    await mkdir(path.join(folder.pictures, picture(day)));
    await writeFile(path.join(folder.wal, segment(day)), '');
  }
  await writeFile(path.join(folder.wal, '00000002.history'), '');
  const shopsOwn = path.join(root, 'images');
  await mkdir(path.join(shopsOwn, picture(1)), { recursive: true });

  await removeOld(folder, shopsOwn);
  // 1 March 2026, day 60, is a Sunday: the last four weeks end on days 60, 53, 46 and 39.
  const kept = [39, 46, 53, 54, 55, 56, 57, 58, 59, 60];
  expect((await readBackups(root)).backups.map(({ name }) => name.slice(0, 10))).toEqual(kept.map(nameOf));
  expect(await readdir(folder.wal)).toEqual(['00000002.history', ...kept.slice(3).map(segment)].sort());
  expect((await readdir(folder.pictures)).sort()).toEqual([1, ...kept].map(picture));
  await rm(root, { recursive: true });
});

function backupInAnotherProcess() {
  const code = `
    import { takeBackup } from '${new URL('./take-backup.ts', import.meta.url)}';
    import { examine } from '${new URL('../../src/server/examine.ts', import.meta.url)}';
    const taken = await takeBackup({
      admin: ${JSON.stringify(cluster.admin())}, osUser: undefined, backups: ${JSON.stringify(cluster.backups)},
      pictures: undefined, examine, log: () => {}, signal: new AbortController().signal,
    });
    process.stdout.write(taken.ok ? 'made' : taken.failure);`;
  return spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
}
