import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder, writeDurably } from '#platform/files/durable-files.ts';
import type { ClusterFolder } from '#platform/postgres/cluster-folder.ts';

/**
 * Puts restored data in the place of the cluster's, which is moved aside. Answers where that is now, or undefined when
 * there was none. Call it holding the folder's lock, with no Postgres on either; the names are those of folders in it.
 */
export async function swapCluster(folder: ClusterFolder, restored: string, aside: string): Promise<string | undefined> {
  const had = existsSync(folder.data);
  // Between the two steps there is no data: a start that finds the note ends what was begun instead of making a new shop.
  await writeDurably(noteIn(folder), restored, { mode: 0o600 });
  if (had) await rename(folder.data, path.join(folder.root, aside));
  await finishSwap(folder);
  return had ? path.join(folder.root, aside) : undefined;
}

/** Ends a swap that was interrupted between its steps. One that had not moved the old data yet has not happened. */
export async function finishSwap(folder: ClusterFolder): Promise<void> {
  const restored = await readFile(noteIn(folder), 'utf8').catch(() => undefined);
  if (restored === undefined) return;
  const place = path.join(folder.root, path.basename(restored));
  if (!existsSync(folder.data) && existsSync(place)) await rename(place, folder.data);
  await syncFolder(folder.root);
  await rm(noteIn(folder));
  await syncFolder(folder.root);
}

const noteIn = (folder: ClusterFolder) => path.join(folder.root, 'restoring');
