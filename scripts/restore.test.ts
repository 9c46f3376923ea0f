import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';

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
