import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCOPE } from './scope.ts';

/** Of a hundred faults put in, so many at least must be found, in each part. */
export const ASKED_PERCENT = 90;

export interface Score {
  readonly part: string;
  /** Faults that turned a test red, or made it endless. */
  readonly found: number;
  /** Those that no test came by included. */
  readonly all: number;
  readonly percent: number;
}

/** The scores of what the reports in a folder have measured. A part of which nothing was measured has none. */
export function scoresOf(folder: string): Score[] {
  const measured: Record<string, string[]> = {};
  for (const run of ['rules', 'services']) {
    const path = join(folder, `${run}.json`);
    if (!existsSync(path)) continue;
    const report = JSON.parse(readFileSync(path, 'utf8')) as {
      files: Record<string, { mutants: { status: string }[] }>;
    };
    for (const [file, { mutants }] of Object.entries(report.files))
      measured[file] = mutants.map(({ status }) => status).filter((status) => COUNTED.includes(status));
  }
  return Object.entries(SCOPE).flatMap(([part, files]) => {
    const statuses = files.flatMap((file) => measured[file] ?? []);
    const found = statuses.filter((status) => FOUND.includes(status)).length;
    return statuses.length > 0 ? [{ part, found, all: statuses.length, percent: (100 * found) / statuses.length }] : [];
  });
}

const FOUND = ['Killed', 'Timeout'];
const COUNTED = [...FOUND, 'Survived', 'NoCoverage'];
