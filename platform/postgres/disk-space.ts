import { statfs } from 'node:fs/promises';
import { databaseFailure } from './database-failure.ts';

/** What an account without special rights may still write on the disk of that folder, in bytes. */
export async function freeSpace(folder: string): Promise<number> {
  const disk = await statfs(folder);
  return disk.bavail * disk.bsize;
}

/** The refusal for a full disk, when that is what was thrown. */
export function diskFull(folder: string, thrown: unknown) {
  return (thrown as NodeJS.ErrnoException).code === 'ENOSPC' ? diskFullFailure(folder) : undefined;
}

export function diskFullFailure(folder: string) {
  return databaseFailure(
    'disk-full',
    `The disk under ${folder} is full: free some space and start again; nothing that was saved is lost.`,
  );
}
