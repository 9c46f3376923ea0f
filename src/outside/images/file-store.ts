import { access, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolderDurably, writeDurably } from '#platform/files/durable-files.ts';
import { isPicturePath, mustBeKey, mustBePath, typeOf } from './picture-path.ts';
import type { PictureStore } from './pictures.ts';

export function createFileStore(folder: string): PictureStore {
  return {
    async put(path, bytes) {
      mustBePath(path);
      const file = join(folder, path);
      await makeFolderDurably(dirname(file));
      await writeDurably(file, bytes, { mode: 0o644 });
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

async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
