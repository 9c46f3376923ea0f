import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FORMATS = /^src\/texts\/format(-time|-distance)?\.ts$/;
/** Segments of a text are no format of it. */
const FORMATTING = /\bIntl\.(?!Segmenter\b)\w+|\.toLocale\w+\(/g;

/** Where the shop writes a number, an amount or a date for people by other means than `src/texts/format`. */
export function strayFormats(root: string): string[] {
  return globSync('src/**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !FORMATS.test(path) && !/\.test\.tsx?$/.test(path))
    .sort()
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return [...text.matchAll(FORMATTING)].map(
        ({ 0: found, index }) =>
          `${path}:${text.slice(0, index).split('\n').length}  uses ${found}; src/texts/format.ts writes numbers and dates`,
      );
    });
}
