import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCOPE } from './scope.ts';

/** Percentage of faults that tests must find, in each part. */
export const ASKED_PERCENT = 90;

export interface Score {
  readonly part: string;
  /** Faults that made a test fail or time out. */
  readonly found: number;
  /** Includes faults in code that no test runs. */
  readonly all: number;
  readonly percent: number;
}

/** Scores of the reports in a folder; parts without results are omitted. */
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
