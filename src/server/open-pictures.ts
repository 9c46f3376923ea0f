import { join } from 'node:path';
import { createFileStore } from '#outside/images/file-store.ts';
import type { PictureStore } from '#outside/images/pictures.ts';
import type { Config } from '../config.ts';
import { isCopy } from './copied-data.ts';

type Place = Pick<Config, 's3' | 'dataFolder' | 'testCopy'>;

/** Loads the client of S3, which is large, only when it is used. */
export async function openPictures({ s3, dataFolder, testCopy }: Place): Promise<PictureStore> {
  if (!s3) return createFileStore(join(dataFolder, 'images'));
  const { createS3Store } = await import('#outside/images/s3-store.ts');
  const bucket = createS3Store(s3);
  // A copy of a shop shares its bucket, and does not know which pictures the shop uses by now.
  return testCopy || isCopy(dataFolder) ? { ...bucket, remove: async () => {} } : bucket;
}
