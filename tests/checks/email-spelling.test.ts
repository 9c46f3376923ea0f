import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const SHIPPED = ['src/**/*.{ts,tsx}', 'content/**/*.{ts,json}', 'scripts/{admin,doctor,restore,backup}.ts'];

/** The file's text without its comments, which nobody outside reads. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$|\s\/\/ .*$/gm, '');

/** Where a file writes the word otherwise than the specification, "Email" and "email", does. Names in code have no hyphen. */
const otherwise = (text: string): string[] => withoutComments(text).match(/.*\be-mails?\b.*/gi) ?? [];

test('pages, mails, problems and the document of the calls say "email", as the specification does', () => {
  const files = globSync(SHIPPED, { cwd: ROOT }).filter((it) => !/\.test\.tsx?$/.test(it));
  expect(files.length).toBeGreaterThan(400);
  const wrong = files.flatMap((file) =>
    otherwise(readFileSync(join(ROOT, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
  );
  expect(wrong).toEqual([]);
});

test('a text is found, a comment is not', () => {
  expect(otherwise("const a = 'Type an e-mail.';\n  // An e-mail.\n/** E-mails. */\nconst b = `E-Mail`;")).toHaveLength(
    2,
  );
  expect(otherwise("import './people-mails.ts';")).toEqual([]);
});
