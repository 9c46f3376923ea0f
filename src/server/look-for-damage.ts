import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { findDamage } from '#platform/postgres/find-damage.ts';
import type { Sql } from '#platform/postgres/sql.ts';
import type { Config } from '../config.ts';

/** Larger tables are checked by `npm run doctor` only: a start must not load the disk. */
const MAX_BYTES = 64_000_000;
const MAX_PICTURES = 1_000;

export async function missingPictures(sql: Sql, { s3, dataFolder }: Config, maxTools?: number): Promise<string[]> {
  if (s3) return [];
  const shown = await sql<{ image: string }[]>`
    select image from tool where deleted_at is null and image ~ '^/images/[0-9a-f]{32}/'
     order by seq desc limit ${maxTools ?? null}`;
  const files = [...new Set(shown.map(({ image }) => join(dataFolder, image)))];
  const missing: string[] = [];
  for (const file of files) {
    const exists = await access(file).then(
      () => true,
      () => false,
    );
    if (!exists) missing.push(file);
  }
  return missing;
}

/** Logs the damage that can be found quickly. Never throws. */
export async function lookForDamage(config: Config, sql: Sql, log: Logger): Promise<void> {
  try {
    for (const { table, reason } of await findDamage(sql, MAX_BYTES))
      log.error({ reason }, `the table ${table} is damaged: run npm run doctor, which says what to do`);
    const missing = await missingPictures(sql, config, MAX_PICTURES);
    if (missing.length > 0)
      log.error({ pictures: missing.length }, 'pictures are missing: run npm run doctor, which says which');
  } catch (error) {
    // The shop is closing or its database is away: both are reported elsewhere.
    log.debug({ err: error }, 'could not look for damage');
  }
}
