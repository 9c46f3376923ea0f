import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LIMIT = 400;

/** Source files of more than 400 lines: each holds a second job that wants a file of its own. */
export function longFiles(root: string): string[] {
  return globSync(['{src,scripts,tests}/**/*.{ts,tsx,mjs,css}', '*.{ts,mjs}'], {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
    .sort()
    .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > LIMIT)
    .map(({ path, lines }) => `${path}  has ${lines} lines; ${LIMIT} is the limit`);
}
