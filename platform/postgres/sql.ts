import type pg from 'pg';
import {
  builderPool,
  type Connection,
  connectionError,
  type DriverOptions,
  driverOptions,
  isLoss,
  type Lease,
  openConnection,
  type Target,
} from './connection.ts';

export type Row = pg.QueryResultRow;

/** Values are sent as parameters: sql`select ${1}::int as one`. */
export interface Session {
  <Rows extends readonly object[] = Row[]>(texts: TemplateStringsArray, ...values: unknown[]): Promise<Rows>;
  /** Plain text; of several statements, without values, the last one's rows. `name` prepares a frequent statement. */
  unsafe(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>;
}

/** For commands, migrations and tests: only the server limits a query. Connects lazily and again after a loss. */
export interface Sql extends Session {
  begin<T>(work: (tx: Session) => Promise<T>): Promise<T>;
  /** One connection for `work`, each statement committed by itself. The session's settings and locks end with it. */
  alone<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Rejects what waits; what is running gets so many seconds, without limit by default. */
  end(wait?: { timeout: number }): Promise<void>;
  readonly pool: pg.Pool;
  readonly options: DriverOptions;
}

export const identifier = (name: string): Identifier => new Identifier(name);

class Identifier {
  readonly text: string;

  constructor(name: string) {
    this.text = `"${name.replaceAll('"', '""')}"`;
  }
}

export function connect(target: Target, { max, log }: { max: number; log: (line: string) => void }): Sql {
  const options = driverOptions(target, log);
  const { lease, end } = createLeases(options, max);
  const session = sessionOf((text, values, name) => lease((connection) => connection.query({ text, values, name })));
  return Object.assign(session, {
    begin: <T>(work: (tx: Session) => Promise<T>) => lease((connection) => transact(connection, work)),
    alone: <T>(work: (session: Session) => Promise<T>) => lease((connection) => workAlone(connection, work)),
    end: ({ timeout } = { timeout: Number.POSITIVE_INFINITY }) => end(timeout * 1_000),
    pool: builderPool(lease),
    options,
  });
}

/** A connection for `work` and nothing else. */
export async function connected<T>(
  target: Target,
  log: (line: string) => void,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const sql = connect(target, { max: 1, log });
  return work(sql).finally(() => sql.end({ timeout: 1 }));
}

type Ask = (text: string, values?: readonly unknown[], name?: string) => Promise<pg.QueryResult>;

function sessionOf(ask: Ask): Session {
  const template = async (texts: TemplateStringsArray, ...values: unknown[]) => {
    const sent: unknown[] = [];
    const placed = values.map((value) => (value instanceof Identifier ? value.text : `$${sent.push(value)}`));
    const { rows } = await ask(String.raw({ raw: texts }, ...placed), sent);
    return rows;
  };
  const unsafe: Session['unsafe'] = async (text, values, name) => {
    const result: pg.QueryResult | pg.QueryResult[] = await ask(text, values, name);
    return (Array.isArray(result) ? result.at(-1) : result)?.rows ?? [];
  };
  return Object.assign(template as unknown as Session, { unsafe });
}

const sessionOn = (connection: Connection): Session =>
  sessionOf((text, values, name) => connection.query({ text, values, name }));

async function workAlone<T>(connection: Connection, work: (session: Session) => Promise<T>): Promise<T> {
  try {
    return await work(sessionOn(connection));
  } finally {
    if (!connection.isGone())
      await connection.query({ text: 'reset all; select pg_advisory_unlock_all()' }).catch(() => connection.destroy());
  }
}

async function transact<T>(connection: Connection, work: (tx: Session) => Promise<T>): Promise<T> {
  await connection.query({ text: 'begin' });
  try {
    const value = await work(sessionOn(connection));
    const { command } = await connection.query({ text: 'commit' });
    if (command === 'ROLLBACK') throw new Error('a statement of the transaction failed');
    return value;
  } catch (error) {
    if (!connection.isGone()) await connection.query({ text: 'rollback' }).catch(() => connection.destroy());
    throw error;
  }
}

const OPENED_WITHIN = 5_000;
const IDLE_MS = 60_000;

/** Lends connections one by one. A failed attempt rejects its caller. */
function createLeases(options: DriverOptions, max: number): { lease: Lease; end: (patience: number) => Promise<void> } {
  const all = new Set<Connection>();
  const idle: { connection: Connection; timer: NodeJS.Timeout }[] = [];
  const waiting: { go: () => void; refuse: (why: Error) => void }[] = [];
  let attempts = 0;
  let ending = false;
  let drained: (() => void) | undefined;

  const drop = (connection: Connection) => {
    all.delete(connection);
    waiting.shift()?.go();
    if (all.size === 0) drained?.();
  };

  async function open(): Promise<Connection> {
    const connection = openConnection(options, { turn: attempts++ });
    all.add(connection);
    const timer = setTimeout(
      () => connection.destroy(Object.assign(new Error('the server does not answer'), { code: 'CONNECT_TIMEOUT' })),
      OPENED_WITHIN,
    );
    try {
      await connection.ready;
      return connection;
    } catch (error) {
      connection.destroy();
      drop(connection);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async function take(): Promise<Connection> {
    for (;;) {
      if (ending) throw connectionError('CONNECTION_ENDED');
      const last = idle.pop();
      if (last) {
        clearTimeout(last.timer);
        if (!last.connection.isGone()) return last.connection;
        drop(last.connection);
      } else if (all.size < max) return open();
      else await new Promise<void>((go, refuse) => waiting.push({ go, refuse }));
    }
  }

  function giveBack(connection: Connection): void {
    if (connection.isGone() || ending) {
      connection.close();
      drop(connection);
      return;
    }
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((it) => it.connection === connection),
        1,
      );
      connection.close();
      drop(connection);
    }, IDLE_MS);
    timer.unref();
    idle.push({ connection, timer });
    waiting.shift()?.go();
  }

  return {
    lease: async (work) => {
      const connection = await take();
      try {
        return await work(connection);
      } catch (error) {
        if (isLoss(error)) connection.destroy();
        throw error;
      } finally {
        giveBack(connection);
      }
    },
    async end(patience) {
      ending = true;
      for (const { refuse } of waiting.splice(0)) refuse(connectionError('CONNECTION_ENDED'));
      for (const { connection, timer } of idle.splice(0)) {
        clearTimeout(timer);
        connection.close();
        drop(connection);
      }
      if (all.size === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      drained = resolve;
      const timer = Number.isFinite(patience) ? setTimeout(resolve, patience) : undefined;
      await promise;
      clearTimeout(timer);
      for (const connection of [...all]) connection.destroy(connectionError('CONNECTION_ENDED'));
    },
  };
}
