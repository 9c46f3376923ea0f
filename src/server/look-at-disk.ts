import { eq } from 'drizzle-orm';
import { DISK_SHORT } from '#model/kernel/restored.ts';
import { freeSpace } from '#platform/postgres/disk-space.ts';
import { bookmark } from '#tables/kernel.ts';
import type { Context } from '../services/kernel/context.ts';

/** Bytes that a disk of the shop has free. */
const ENOUGH = 500_000_000;

/** Records for monitoring whether the disk of the data is nearly full. Returns 0: more is never due at once. */
export async function lookAtDisk(
  { db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>,
  folder: string,
  enough = ENOUGH,
): Promise<number> {
  const free = await freeSpace(folder);
  if (free >= enough) await db.delete(bookmark).where(eq(bookmark.name, DISK_SHORT));
  else {
    const noted = await db.insert(bookmark).values({ name: DISK_SHORT, at: clock() }).onConflictDoNothing().returning();
    if (noted.length > 0) log.warn({ megabytes: Math.floor(free / 1e6) }, `the disk of ${folder} is nearly full`);
  }
  return 0;
}
