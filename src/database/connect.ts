import postgres, { type Sql } from 'postgres';
import { type Outcome, success } from '#model/kernel/outcome.ts';
import { type DatabaseFailure, databaseFailure, reasonOf } from './database-failure.ts';
import { prepareOften } from './prepare-often.ts';

/** Where a database is and who enters it. A `host` that is an absolute path is a folder with a Unix socket. */
export type ConnectionOptions = { host: string; port?: number; user: string; password: string; database: string };

/** PostgreSQL 15, the oldest that the shop's SQL is written for, as `server_version_num` counts. */
const OLDEST_SERVER = 150_000;

/**
 * The one place that makes a pool. It opens no connection until the first query, and opens a new one by itself after
 * the server was away. `bigint` columns and counts arrive as numbers; one too large to be exact arrives as a BigInt.
 */
export function connect(
  target: string | ConnectionOptions,
  options: { max: number; log: (line: string) => void },
): Sql {
  const settings = {
    max: options.max,
    connect_timeout: 5,
    idle_timeout: 60,
    max_lifetime: 30 * 60,
    // The driver's own back-off climbs to 20 s; a restarted Postgres should be found again at once.
    backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 1),
    connection: { application_name: 'toolyard' },
    types: { bigint: exactInteger },
    onnotice: (notice: postgres.Notice) => {
      if (notice.severity === 'WARNING') options.log(`Postgres warns: ${notice.message}`);
    },
  };
  const sql = typeof target === 'string' ? postgres(target, settings) : postgres({ ...target, ...settings });
  prepareOften(sql as unknown as Sql);
  return sql as unknown as Sql;
}

/** A connection of its own to where a pool leads, which stays open to listen. It opens with the first query. */
export function connectAgain(
  sql: Sql,
  hear: { readonly onclose: () => void; readonly onnotify: (said: string) => void },
): Sql {
  const lasting = { max: 1, idle_timeout: null, max_lifetime: null, fetch_types: false };
  const { onclose } = hear;
  const onnotify = (_channel: string, said: string) => hear.onnotify(said);
  return postgres({
    ...sql.options,
    ...lasting,
    onclose,
    onnotify,
  } as unknown as postgres.Options<never>) as unknown as Sql;
}

/** Asks the server once, and says in one sentence what is wrong when it does not answer or is too old. */
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
  const { host, port, database, user } = sql.options;
  const address = host[0]?.startsWith('/') ? host[0] : `${host[0]}:${port[0]}`;
  const place = `the database "${database}" at ${address}`;
  switch ((thrown as { code?: string }).code) {
    case '28P01':
    case '28000':
      return `The user "${user}" may not enter ${place}: check the user and password in DATABASE_URL.`;
    case '3D000':
      return `The server at ${address} has no database "${database}": create it, or correct DATABASE_URL.`;
    case '53300':
      return `The server at ${address} has no free connection: close others, or raise its max_connections.`;
    default:
      return `Nothing answers for ${place} (${reasonOf(thrown)}): start it, or correct DATABASE_URL.`;
  }
}

const exactInteger = {
  to: 20,
  from: [20],
  serialize: (value: number | bigint) => value.toString(),
  parse: (text: string) => {
    const value = Number(text);
    return Number.isSafeInteger(value) ? value : BigInt(text);
  },
};
