import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { mendDriver } from './mend-driver.mjs';

const installed = resolve(import.meta.dirname, '../node_modules/postgres');

test('the installed driver is mended, once; one that has changed is not touched and named', () => {
  const copy = mkdtempSync(join(tmpdir(), 'driver-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  cpSync(join(installed, 'src'), join(copy, 'src'), { recursive: true });
  const files = ['src/connection.js', 'src/index.js'].map((name) => join(copy, name));
  const texts = () => files.map((file) => readFileSync(file, 'utf8'));
  const folder = pathToFileURL(`${copy}/`);
  expect(mendDriver(folder)).toBeUndefined();
  const mended = texts();
  for (const text of mended) expect(text).toMatch(/lost = error|chunk = nextWriteTimer = null/);
  expect(mendDriver(folder)).toBeUndefined();
  expect(texts()).toEqual(mended);

  writeFileSync(files[0] ?? '', mended[0]?.replaceAll('socket', 'link') ?? '');
  expect(mendDriver(folder)).toContain('has changed in src/connection.js');
});
