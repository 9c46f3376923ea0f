import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { type Outcome, success } from '#platform/outcome.ts';
import { type DatabaseFailure, databaseFailure } from './database-failure.ts';

export type MigrationFile = { name: string; sha256: string; text: string };

export async function readMigrationFiles(folder: URL): Promise<Outcome<MigrationFile[], DatabaseFailure>> {
  const base = folder.href.endsWith('/') ? folder : new URL(`${folder.href}/`);
  const names = (await readdir(base)).filter((name) => name.endsWith('.sql')).sort();
  const numbers = new Set<string>();
  for (const name of names) {
    const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
    if (number === undefined || numbers.has(number)) {
      return databaseFailure(
        'migration-misnamed',
        number === undefined
          ? `The migration ${name} is not named like 0001-what-it-does.sql: rename it.`
          : `Two migrations have the number ${number}: give ${name} the next free one.`,
      );
    }
    numbers.add(number);
  }
  return success(
    await Promise.all(
      names.map(async (name) => {
        // A checkout on Windows may have CRLF; that is no change.
        const text = (await readFile(new URL(name, base), 'utf8')).replaceAll('\r\n', '\n');
        return { name, sha256: createHash('sha256').update(text).digest('hex'), text };
      }),
    ),
  );
}
