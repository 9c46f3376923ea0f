import { statfs } from 'node:fs/promises';
import { databaseFailure } from './database-failure.ts';

export async function freeSpace(folder: string): Promise<number> {
  const disk = await statfs(folder);
  return disk.bavail * disk.bsize;
}

export function diskFull(folder: string, thrown: unknown) {
  return (thrown as NodeJS.ErrnoException).code === 'ENOSPC' ? diskFullFailure(folder) : undefined;
}

export function diskFullFailure(folder: string) {
  return databaseFailure(
    'disk-full',
    `The disk under ${folder} is full: free some space and start again; nothing that was saved is lost.`,
  );
}
