import type { Logger } from 'pino';
import type { PictureStore } from '#outside/images/pictures.ts';
import { eachOf } from '#platform/files/durable-files.ts';
import { findDamage } from '#platform/postgres/find-damage.ts';
import type { Sql } from '#platform/postgres/sql.ts';

/** Larger tables are checked by `npm run doctor` only: a start must not load the disk. */
const MAX_BYTES = 64_000_000;
const MAX_PICTURES = 1_000;

type Pictures = Pick<PictureStore, 'has'>;

/** Of the tools on sale, the newest first. A store that does not answer throws. */
export async function missingPictures(sql: Sql, pictures: Pictures, maxTools?: number): Promise<string[]> {
  const shown = await sql<{ image: string }[]>`
    select image from tool where deleted_at is null and image ~ '^/images/[0-9a-f]{32}/'
     order by seq desc limit ${maxTools ?? null}`;
  const paths = [...new Set(shown.map(({ image }) => image.replace('/images/', '')))];
  const missing = new Set<string>();
  await eachOf(paths, async (path) => {
    if (!(await pictures.has(path))) missing.add(path);
  });
  return paths.filter((path) => missing.has(path));
}

/** Logs the damage that can be found quickly. Never throws. */
export async function lookForDamage(pictures: Pictures, sql: Sql, log: Logger): Promise<void> {
  try {
    for (const { table, reason } of await findDamage(sql, MAX_BYTES))
      log.error({ reason }, `the table ${table} is damaged: run npm run doctor, which says what to do`);
    const missing = await missingPictures(sql, pictures, MAX_PICTURES);
    if (missing.length > 0)
      log.error({ pictures: missing.length }, 'pictures are missing: run npm run doctor, which says which');
  } catch (error) {
    // The shop is closing or its database is away: both are reported elsewhere.
    log.debug({ err: error }, 'could not look for damage');
  }
}
