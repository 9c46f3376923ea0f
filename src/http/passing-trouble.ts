/** Whether an error of the database or a disk is temporary, so that the same request may succeed later. */
export function isPassingTrouble(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string' && (PASSING.has(code) || CLASSES.some((begin) => code.startsWith(begin)))) return true;
  }
  return false;
}

/** PostgreSQL: timeouts of lock, statement and transaction, deadlock, serialization failure. */
const PASSING: ReadonlySet<string> = new Set([
  ...['55P03', '57014', '25P03', '25P04', '40P01', '40001'],
  // The server has become a standby; the next connection reaches the new primary.
  '25006',
  // The shop's pool.
  ...['DATABASE_AWAY', 'DATABASE_DEADLINE'],
  // The driver and the socket.
  ...['CONNECT_TIMEOUT', 'CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
  ...['ENOSPC', 'EDQUOT'],
]);

/** PostgreSQL's classes: connections, resources (disk full, too many clients), operator shutdown. */
const CLASSES = ['08', '53', '57P'];
