import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder, writeDurably } from '#platform/files/durable-files.ts';
import type { ClusterFolder } from '#platform/postgres/cluster-folder.ts';

/** Replaces the data; returns where the old data is. Requires the folder lock and no running server. */
export async function swapCluster(folder: ClusterFolder, restored: string, aside: string): Promise<string | undefined> {
  const had = existsSync(folder.data);
  // Between the renames there is no data: with the note the next start completes the swap and makes no new shop.
  await writeDurably(noteIn(folder), restored, { mode: 0o600 });
  if (had) await rename(folder.data, path.join(folder.root, aside));
  await finishSwap(folder);
  return had ? path.join(folder.root, aside) : undefined;
}

/** Data that a restore or initdb had not finished. */
const UNFINISHED = /^data\.(restored|new)-[0-9a-f]{8}$/;

/** Completes an interrupted swap, then removes what is left of others. Requires the folder lock. */
export async function finishSwap(folder: ClusterFolder): Promise<void> {
  await completeSwap(folder);
  // What a server that is still ending writes there meanwhile goes at the next start.
  for (const name of (await readdir(folder.root)).filter((entry) => UNFINISHED.test(entry)))
    await rm(path.join(folder.root, name), { recursive: true, force: true }).catch(() => undefined);
}

/** Drops a swap that had not moved the old data yet. */
async function completeSwap(folder: ClusterFolder): Promise<void> {
  const restored = await readFile(noteIn(folder), 'utf8').catch(() => undefined);
  if (restored === undefined) return;
  const place = path.join(folder.root, path.basename(restored));
  if (!existsSync(folder.data) && existsSync(place)) await rename(place, folder.data);
  await syncFolder(folder.root);
  await rm(noteIn(folder));
  await syncFolder(folder.root);
}

const noteIn = (folder: ClusterFolder) => path.join(folder.root, 'restoring');
