import { randomUUID } from 'node:crypto';
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isPicturePath, mustBeKey, mustBePath, typeOf } from './picture-path.ts';
import type { PictureStore } from './pictures.ts';

/** Keeps pictures as files below `folder`, which is made when the first one arrives. */
export function createFileStore(folder: string): PictureStore {
  return {
    async put(path, bytes) {
      mustBePath(path);
      await writeDurably(join(folder, path), bytes);
    },
    async get(path) {
      if (!isPicturePath(path)) return undefined;
      const bytes = await unlessMissing(readFile(join(folder, path)));
      return bytes && { bytes, type: typeOf(path) };
    },
    async has(path) {
      if (!isPicturePath(path)) return false;
      return (await unlessMissing(access(join(folder, path)).then(() => true))) ?? false;
    },
    async remove(key) {
      mustBeKey(key);
      await rm(join(folder, key), { recursive: true, force: true });
    },
  };
}

/** A reader sees the whole file or none, also after a power failure: the name appears when the bytes are on disk. */
async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path);
  await makeFolder(folder);
  const unfinished = join(folder, `.${randomUUID()}.tmp`);
  try {
    const file = await open(unfinished, 'wx', 0o644);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

async function makeFolder(folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true });
  if (!firstMade) return;
  for (let made = folder; made.length >= firstMade.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** A new name is on disk when its folder is. Windows cannot open a folder and needs no such step. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
