import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeLicence, licencesOf } from '../../scripts/checks/licences.ts';

const root = join(import.meta.dirname, '../..');

test('the shop is under the MIT licence, and every package that it asks for under one that allows that', () => {
  const { license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(license).toBe('MIT');
  expect(readFileSync(join(root, 'LICENSE'), 'utf8')).toMatch(
    /^MIT License\n\nCopyright \(c\) \d{4} Toolyard contributors\n/,
  );
  const packages = licencesOf(join(root, 'package-lock.json'), readFileSync);
  expect(packages.length).toBeGreaterThan(300);
  const wrong = packages.filter(({ licence }) => judgeLicence(licence)).map(({ name, licence }) => [name, licence]);
  expect(wrong).toEqual([]);
});

test.each([
  ['MIT', undefined],
  ['(MIT OR GPL-3.0-only)', undefined],
  ['Apache-2.0 AND LGPL-3.0-or-later AND MIT', undefined],
  ['MIT AND GPL-3.0-only', 'is under MIT AND GPL-3.0-only, which is not among those that are allowed'],
  ['UNLICENSED', 'is under UNLICENSED, which is not among those that are allowed'],
  [undefined, 'states no licence'],
])('%s is judged', (licence, trouble) => {
  expect(judgeLicence(licence)).toBe(trouble);
});

test('a package states its licence in the lock file, in the old form, by its text, or not at all', () => {
  const files: Record<string, string> = {
    '/shop/package-lock.json': JSON.stringify({
      packages: {
        '': { version: '1.0.0', license: 'MIT' },
        'node_modules/a': { version: '1.0.0', license: 'ISC' },
        'node_modules/a/node_modules/@b/old': { version: '2.0.0' },
        'node_modules/text': { version: '3.0.0' },
        'node_modules/none': { version: '4.0.0' },
        'node_modules/elsewhere': { version: '5.0.0' },
      },
    }),
    '/shop/node_modules/a/node_modules/@b/old/package.json': '{"licenses":[{"type":"MIT"}]}',
    '/shop/node_modules/text/package.json': '{}',
    '/shop/node_modules/text/LICENSE': readFileSync(join(root, 'LICENSE'), 'utf8'),
    '/shop/node_modules/none/package.json': '{}',
    '/shop/node_modules/none/LICENSE': 'All rights reserved.',
  };
  const read = (path: string) => {
    const text = files[path];
    if (text === undefined) throw new Error(path);
    return text;
  };
  expect(licencesOf('/shop/package-lock.json', read)).toEqual([
    { name: 'a', version: '1.0.0', licence: 'ISC' },
    { name: '@b/old', version: '2.0.0', licence: 'MIT' },
    { name: 'text', version: '3.0.0', licence: 'MIT' },
    { name: 'none', version: '4.0.0', licence: undefined },
    { name: 'elsewhere', version: '5.0.0', licence: undefined },
  ]);
});
