import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/**
 * A disk of this test file's own, small enough to fill, where the system lets us have one: `real` is false where it is
 * only a folder, which no test may fill.
 */
export async function ownDisk(megabytes: number) {
  const folder = await mkdtemp(join(tmpdir(), 'shop-disk-'));
  await chmod(folder, 0o711);
  const mount = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', folder];
  const real = spawnSync('mount', mount, { stdio: 'ignore' }).status === 0;
  afterAll(async () => {
    if (real) execFileSync('umount', ['-l', folder]);
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  const ballast = join(folder, 'ballast');
  return {
    folder,
    real,
    /** Leaves at most so many bytes free. */
    async fill(leave: number): Promise<void> {
      if (!real) throw new Error('This disk is not ours to fill');
      const handle = await open(ballast, 'a');
      const piece = Buffer.alloc(100_000);
      try {
        for (;;) {
          const { bavail, bsize } = await statfs(folder);
          if (bavail * bsize <= leave) return;
          await handle.write(piece);
        }
      } catch (thrown) {
        if ((thrown as NodeJS.ErrnoException).code !== 'ENOSPC') throw thrown;
      } finally {
        await handle.close();
      }
    },
    free: () => rm(ballast),
  };
}
