/**
 * The bookmarks that a restore from a backup leaves: `to` is when the last change was made that is still there, `at`
 * when the restore was done. What happened between the two is known to the outside only.
 */
export const RESTORED = { to: 'restored to', at: 'restored at' } as const;

/** The bookmark that stands as long as the last backup failed or was not good. */
export const BACKUP_FAILED = 'backup failed';
