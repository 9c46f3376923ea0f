import { join } from 'node:path';
import { createFileStore } from '#outside/images/file-store.ts';
import type { PictureStore } from '#outside/images/pictures.ts';
import type { Config } from '../config.ts';

/** Loads the client of S3, which is large, only when it is used. */
export async function openPictures({ s3, dataFolder }: Pick<Config, 's3' | 'dataFolder'>): Promise<PictureStore> {
  if (!s3) return createFileStore(join(dataFolder, 'images'));
  const { createS3Store } = await import('#outside/images/s3-store.ts');
  return createS3Store(s3);
}
