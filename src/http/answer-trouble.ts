import type { Logger } from 'pino';
import { problem } from './problem.ts';

export const answerTrouble = (
  log: Logger,
  error: unknown,
  fields: { request: string; method: string; route: string },
) => problem(noteTrouble(log, error, fields), { instance: fields.request });

export function noteTrouble(log: Logger, error: unknown, fields: object): 'busy' | 'internal' {
  const line = { ...fields, err: error };
  if (isPassingTrouble(error)) {
    log.warn(line, 'request met a database, disk or bucket that could not');
    return 'busy';
  }
  log.error(line, 'request failed');
  return 'internal';
}

/** Whether an error of the database, a disk or a bucket is temporary, so that the same request may succeed later. */
export function isPassingTrouble(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown };
    if (current.name === 'TimeoutError') return true;
    if (typeof code === 'string' && (PASSING.has(code) || CLASSES.some((begin) => code.startsWith(begin)))) return true;
  }
  return false;
}

/** PostgreSQL: timeouts of lock, statement and transaction, deadlock, serialization failure. */
const PASSING: ReadonlySet<string> = new Set([
  ...['55P03', '57014', '25P03', '25P04', '40P01', '40001'],
  // The server has become a standby; the next connection reaches the new primary.
  '25006',
  ...['DATABASE_AWAY', 'DATABASE_DEADLINE'],
  ...['CONNECT_TIMEOUT', 'CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
  ...['ENOSPC', 'EDQUOT'],
]);

/** PostgreSQL's classes: connections, resources (disk full, too many clients), operator shutdown. */
const CLASSES = ['08', '53', '57P'];
