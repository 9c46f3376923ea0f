import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';

test('a moment has a date and a time, and is told by the clock of the machine before anything is done', async () => {
  const home = await mkdtemp(join(tmpdir(), 'restore-'));
  await chmod(home, 0o755);
  const [SHOP_DATA, BACKUP_DIR] = [join(home, 'shop'), join(home, 'backups')];
  await mkdir(BACKUP_DIR);
  const answers = ['2026-03-01', '14:30', '2026-03-01 14:30', '2026-03-01T14:30:00Z'].map((to) => {
    const { stdout, stderr } = spawnSync(process.execPath, [resolve('scripts/restore.ts'), '--to', to], {
      env: { PATH: process.env.PATH, SHOP_DATA, BACKUP_DIR, TZ: 'Europe/Berlin' },
      encoding: 'utf8',
    });
    return stdout + stderr;
  });
  await rm(home, { recursive: true });
  expect(answers).toEqual([
    expect.stringContaining('"2026-03-01" is no moment'),
    expect.stringContaining('"14:30" is no moment'),
    expect.stringMatching(/Sun Mar 01 2026 14:30:00 GMT\+0100 .*2026-03-01T13:30:00\.000Z/),
    expect.stringMatching(/Sun Mar 01 2026 15:30:00 GMT\+0100 .*2026-03-01T14:30:00\.000Z/),
  ]);
}, 180_000);

test('a mistyped SHOP_DATA is refused, and no folder is made', async () => {
  const home = await mkdtemp(join(tmpdir(), 'restore-'));
  const SHOP_DATA = join(home, 'mistyped');
  const { status, stderr } = spawnSync(process.execPath, [resolve('scripts/restore.ts'), '--list'], {
    env: { PATH: process.env.PATH, SHOP_DATA },
    encoding: 'utf8',
  });
  const made = existsSync(SHOP_DATA);
  await rm(home, { recursive: true });
  expect({ status, made }).toEqual({ status: 1, made: false });
  expect(stderr).toContain(`There are no backups in ${SHOP_DATA}`);
});
