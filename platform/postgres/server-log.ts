import type { ClusterFolder } from './cluster-folder.ts';
import { databaseFailure } from './database-failure.ts';
import { diskFullFailure } from './disk-space.ts';

export function explainServerLog(output: string, folder: ClusterFolder) {
  const last = output.split('\n').findLast((line) => /(FATAL|PANIC|ERROR|error):/.test(line));
  const reason = (last ?? output.trim().split('\n').at(-1) ?? '').replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '').trim();
  if (/shared memory|semaphores/.test(reason) && !/still in use/.test(reason)) {
    return databaseFailure(
      'start-failed',
      `The system has no memory left for Postgres (${reason}): close other programs, then start again.`,
    );
  }
  if (/No space left on device/.test(output)) return diskFullFailure(folder.root);
  if (/lock file .* already exists|is still in use/.test(output)) {
    return databaseFailure(
      'folder-in-use',
      `Another Postgres is using the data in ${folder.data} (${reason}): stop it, then start again.`,
    );
  }
  if (/could not restore file/.test(reason)) {
    const why = output.split('\n').findLast((line) => /^cp: /.test(line));
    return databaseFailure(
      'start-failed',
      `A file of the log could not be copied out of the backups (${why ?? reason}): make it readable, or remove the cause, then restore again.`,
    );
  }
  if (/Permission denied|wrong ownership|invalid permissions/.test(output)) {
    return databaseFailure(
      'folder-unusable',
      `Postgres may not use ${folder.data} (${reason}): give that folder back to the account that owned it, with mode 0700.`,
    );
  }
  if (
    /PANIC|checkpoint|could not (open|read|access|find|locate)|invalid|corrupt|checksum|pg_control|missing|incompatible/.test(
      output,
    )
  ) {
    return databaseFailure(
      'data-damaged',
      `The data in ${folder.data} is damaged (${reason}): keep that folder, and restore a backup into another.`,
    );
  }
  return databaseFailure(
    'start-failed',
    `Postgres ended while starting (${reason || 'it said nothing'}): ${folder.serverLog} tells more.`,
  );
}
