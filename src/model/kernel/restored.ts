/** Bookmarks of a restore: `to` is the time of the last restored change, `at` the time of the restore itself. */
export const RESTORED = { to: 'restored to', at: 'restored at' } as const;

/** Exists while the last backup failed or could not be verified. */
export const BACKUP_FAILED = 'backup failed';

/** Exists while the disk of the data is nearly full. */
export const DISK_SHORT = 'disk short';
