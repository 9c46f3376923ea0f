import { type Outcome, success } from '#platform/outcome.ts';
import { messageOf } from './connection.ts';
import { type DatabaseFailure, databaseFailure, reasonOf } from './database-failure.ts';
import type { Sql } from './sql.ts';

/** PostgreSQL 15, the oldest supported version, as `server_version_num`. */
const OLDEST_SERVER = 150_000;

export async function reachable(sql: Sql): Promise<Outcome<{ serverVersion: number }, DatabaseFailure>> {
  try {
    const [row] = await sql<[{ version: number }]>`select current_setting('server_version_num')::int as version`;
    if (row.version >= OLDEST_SERVER) return success({ serverVersion: row.version });
    return databaseFailure(
      'version-unsupported',
      `The database server is PostgreSQL ${Math.floor(row.version / 10_000)}; the shop needs PostgreSQL 15 or newer.`,
    );
  } catch (thrown) {
    return databaseFailure('unreachable', unreachableSentence(sql, thrown));
  }
}

function unreachableSentence(sql: Sql, thrown: unknown): string {
  const { host, port, database, user } = sql.options.place;
  const address = host.startsWith('/') ? host : `${host}:${port}`;
  const place = `the database "${database}" at ${address}`;
  const reason = messageOf(thrown) || reasonOf(thrown);
  switch ((thrown as { code?: string }).code) {
    case '28P01':
    case '28000':
      return `The user "${user}" may not enter ${place}: check the user and password in DATABASE_URL.`;
    case '3D000':
      return `The server at ${address} has no database "${database}": create it, or correct DATABASE_URL.`;
    case '53300':
      return `The server at ${address} has no free connection: close others, or raise its max_connections.`;
    default:
      if (/ssl|tls|certificate/i.test(reason))
        return `The server at ${address} answers, but not with the TLS that is asked for (${reason}): mend its certificate, or correct sslmode and sslrootcert in DATABASE_URL.`;
      return `Nothing answers for ${place} (${reason}): start it, or correct DATABASE_URL.`;
  }
}
