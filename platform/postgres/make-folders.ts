import { chmod, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Makes folders of mode 0755, one by one: Node's recursive mkdir never ends where the system gives ENOENT (/proc). */
export async function makeFolders(wanted: string): Promise<void> {
  const existing = await nearestExisting(wanted);
  let place = existing;
  for (const name of path.relative(existing, path.resolve(wanted)).split(path.sep).filter(Boolean)) {
    place = path.join(place, name);
    try {
      await mkdir(place);
      await chmod(place, 0o755);
    } catch (thrown) {
      // Another process may have made the folder; anything else in its place is a failure.
      if (!(await isFolder(place))) throw thrown;
    }
  }
}

export async function nearestExisting(wanted: string): Promise<string> {
  let place = path.resolve(wanted);
  while (!(await isFolder(place)) && path.dirname(place) !== place) {
    place = path.dirname(place);
  }
  return place;
}

async function isFolder(place: string): Promise<boolean> {
  try {
    return (await stat(place)).isDirectory();
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw thrown;
  }
}
