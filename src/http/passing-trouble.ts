/**
 * Whether an error only says that the database or a disk could not do it now: it was full, restarting or gone, or another
 * transaction kept a row for too long. The same request may well succeed in a moment.
 */
export function isPassingTrouble(error: unknown): boolean {
  for (let it = error; it instanceof Error; it = it.cause) {
    const { code } = it as { code?: unknown };
    if (typeof code === 'string' && (PASSING.has(code) || CLASSES.some((begin) => code.startsWith(begin)))) return true;
  }
  return false;
}

/** Codes of PostgreSQL: time limits of a lock, a statement and a transaction, a deadlock, a serialization failure. */
const PASSING: ReadonlySet<string> = new Set([
  ...['55P03', '57014', '25P03', '25P04', '40P01', '40001'],
  // A server that has become a standby: the next connection leads to the new primary.
  '25006',
  // Of our pool: the database is away, or has not answered in time.
  ...['DATABASE_AWAY', 'DATABASE_DEADLINE'],
  // Of the driver: the connection could not be made, or ended.
  ...['CONNECT_TIMEOUT', 'CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
  // A disk without room for a picture.
  ...['ENOSPC', 'EDQUOT'],
]);

/** Whole classes: connections, resources (also a full disk and too many clients), an operator's shutdown. */
const CLASSES = ['08', '53', '57P'];
