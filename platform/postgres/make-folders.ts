import { statSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes a folder that everybody may enter, whatever the umask, and those on the way to it that are missing. One after
 * the other: Node's own recursive mkdir never ends where the system refuses a folder with ENOENT, as /proc does.
 */
export async function makeFolders(wanted: string): Promise<void> {
  const existing = nearestExisting(wanted);
  let place = existing;
  for (const name of path.relative(existing, path.resolve(wanted)).split(path.sep).filter(Boolean)) {
    place = path.join(place, name);
    try {
      await mkdir(place);
      await chmod(place, 0o755);
    } catch (thrown) {
      // Somebody may have made it at this moment; what was there before and is no folder stays a failure.
      if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) throw thrown;
    }
  }
}

/** The deepest folder on the way to `wanted` that exists. */
export function nearestExisting(wanted: string): string {
  let place = path.resolve(wanted);
  while (!statSync(place, { throwIfNoEntry: false })?.isDirectory() && path.dirname(place) !== place) {
    place = path.dirname(place);
  }
  return place;
}
