import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { eachOf } from '../platform/files/durable-files.ts';
import { readConfig } from '../src/config.ts';
import { isPicturePath } from '../src/outside/images/picture-path.ts';
import { openPictures } from '../src/server/open-pictures.ts';
import { optionsOf } from './options-of.ts';
import { refuse } from './shop-database.ts';

optionsOf('pictures', {});
const config = readConfig();
if (!config.ok) refuse(config.failure.join('\n'));
else if (!config.value.s3) refuse('Name the bucket in S3_BUCKET, with its keys: pictures are copied into it.');
else {
  const { s3, dataFolder } = config.value;
  const folder = join(dataFolder, 'images');
  if (!existsSync(folder)) refuse(`There are no pictures in ${folder}: correct SHOP_DATA.`);
  else
    await copy(folder, config.value).catch((error: Error) =>
      refuse(`Not all pictures are in the bucket ${s3.bucket} (${error.message}): mend that, then do it again.`),
    );
}

/** What is there already stays: the content of a path never changes. */
async function copy(folder: string, place: Parameters<typeof openPictures>[0]): Promise<void> {
  const bucket = await openPictures(place);
  const files = await readdir(folder, { recursive: true });
  const paths = files.map((file) => file.replaceAll('\\', '/')).filter(isPicturePath);
  let copied = 0;
  await eachOf(paths, async (path) => {
    if (await bucket.has(path)) return;
    await bucket.put(path, await readFile(join(folder, path)));
    copied += 1;
  });
  process.stdout.write(
    `${copied} of ${paths.length} picture files were copied into the bucket; the others were there.\n`,
  );
}
