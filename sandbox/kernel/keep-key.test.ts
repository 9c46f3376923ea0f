import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMailbox } from '../mailbox/mailbox.ts';
import { keepKey } from './keep-key.ts';
import { openStore } from './store.ts';

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
const modeOf = (file: string) => statSync(file).mode & 0o777;

test('each shop has a key of its own, which it keeps, for its own account only', () => {
  const [one, other] = [join(ownFolder(), 'key'), join(ownFolder(), 'key')];
  const key = keepKey(one);
  expect(key).toMatch(/^sk_test_[0-9a-f]{48}$/);
  expect(keepKey(other)).not.toBe(key);
  expect(keepKey(one)).toBe(key);
  expect([readFileSync(one, 'utf8'), modeOf(one)]).toEqual([key, 0o600]);
});

test('a key that is damaged is made anew', () => {
  const file = join(ownFolder(), 'key');
  writeFileSync(file, 'sk_test_');
  expect(keepKey(file)).toMatch(/^sk_test_[0-9a-f]{48}$/);
});

test('what the stand-ins keep is for the account of the shop only, also what was made before', async () => {
  const folder = ownFolder();
  const [payments, mails] = [join(folder, 'payments'), join(folder, 'mails')];
  writeFileSync(mails, '', { mode: 0o644 });
  const store = openStore(payments);
  const mailbox = createMailbox({ store: mails, path: '', log: { error: () => {} } });
  onTestFinished(async () => {
    store.close();
    await mailbox.close();
  });
  for (const file of [payments, mails]) for (const end of ['', '-wal', '-shm']) expect(modeOf(file + end)).toBe(0o600);
});
