import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { markCopy, refuseCopy, unmarkCopy } from './copied-data.ts';

let dataFolder = '';
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'copy-'));
});
afterAll(() => rm(dataFolder, { recursive: true }));

test('a copy opens apart from the shop: without its backups, its mail server and its keys', async () => {
  const apart = { dataFolder, backupFolder: join(dataFolder, 'backups'), smtpUrl: undefined, testMode: true };
  const near = [{ backupFolder: '/backups' }, { smtpUrl: 'smtp://mail.example.com' }, { testMode: false }];
  const answers = () => near.map((its) => refuseCopy({ ...apart, ...its }));
  expect(answers()).toEqual([undefined, undefined, undefined]);
  await markCopy(dataFolder, '/backups');
  expect(refuseCopy(apart)).toBeUndefined();
  for (const refused of answers()) expect(refused).toContain('BACKUP_DIR, SMTP_URL and live keys');
  await unmarkCopy(dataFolder);
  expect(answers()).toEqual([undefined, undefined, undefined]);
});
