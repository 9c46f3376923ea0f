import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';

/** Makes the links of `pg-symlinks.json`: npm packages carry none. False when they may not be made here. */
export async function completeLinks(native: string): Promise<boolean> {
  const listed = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const link = path.join(path.dirname(native), target);
    if (existsSync(link)) continue;
    try {
      await symlink(path.relative(path.dirname(link), path.join(path.dirname(native), source)), link);
    } catch (thrown) {
      const { code } = thrown as NodeJS.ErrnoException;
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
      if (code !== 'EEXIST') throw thrown;
    }
  }
  return true;
}
