import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MAX_LINES = 400;
const MAX_COMMENT_LINES = 3;

/** A run of `//` lines, or a block that is no docstring. */
const COMMENT = /^[ \t]*\/\/.*(?:\n[ \t]*\/\/.*)*|^[ \t]*\/\*(?!\*)[\s\S]*?\*\//gm;

/** Files and comments over their limit; docstrings have none. */
export function longFiles(root: string): string[] {
  return globSync(['{src,platform,sandbox,scripts,tests}/**/*.{ts,tsx,mjs,css}', '*.{ts,mjs}'], {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
    .sort()
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const lines = text.split('\n').length - 1;
      const faults = lines > MAX_LINES ? [`${path}  has ${lines} lines; ${MAX_LINES} is the limit`] : [];
      for (const { 0: comment, index } of text.matchAll(COMMENT)) {
        const length = comment.split('\n').length;
        if (length <= MAX_COMMENT_LINES) continue;
        const line = text.slice(0, index).split('\n').length;
        faults.push(`${path}:${line}  has a comment of ${length} lines; ${MAX_COMMENT_LINES} is the limit`);
      }
      return faults;
    });
}
