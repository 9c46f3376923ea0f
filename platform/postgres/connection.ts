import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import pg from 'pg';
import { reasonOf } from './database-failure.ts';

/** A `host` that is an absolute path is the folder of a Unix socket. */
export type ConnectionOptions = { host: string; port?: number; user: string; password: string; database: string };

export type Target = string | ConnectionOptions;

export interface DriverOptions {
  readonly hosts: readonly [pg.ClientConfig, ...pg.ClientConfig[]];
  readonly place: Required<ConnectionOptions>;
  /** False behind a transaction pooler: statements then have no names. */
  readonly prepares: boolean;
  readonly log: (line: string) => void;
}

interface Question {
  readonly text: string;
  readonly values?: readonly unknown[] | undefined;
  /** Each connection prepares a named statement once. A name has one text. */
  readonly name?: string | undefined;
  /** For Drizzle: rows are lists where it asks so, and dates are text. */
  readonly builder?: 'objects' | 'lists' | undefined;
}

/** Runs one question at a time. When it is lost, all its questions are rejected, running ones too. */
export interface Connection {
  /** Resolves after authentication. */
  readonly ready: Promise<void>;
  query(question: Question): Promise<pg.QueryResult>;
  readonly isGone: () => boolean;
  /** Ends the session, on which nothing may be running. */
  close(): void;
  /** Closes the socket and rejects what is running, whatever server and driver do. */
  destroy(why?: Error): void;
}

interface ConnectionWishes {
  /** Called once when the connection is lost, not after `close` or `destroy`. */
  readonly onclose?: () => void;
  readonly turn?: number;
}

const CLOSING_MS = 1_000;
const KEEP_ALIVE_MS = 60_000;

export function connectionError(
  code: 'CONNECTION_CLOSED' | 'CONNECTION_DESTROYED' | 'CONNECTION_ENDED',
  cause?: unknown,
): Error {
  return Object.assign(new Error(`The connection to the database is gone (${code})`, { cause }), { code });
}

/** The session has ended, the server is read-only, or a prepared statement is void. */
export const isLoss = (error: unknown): boolean => codesOf(error).some((code) => LOSS.test(code)) || isVoidPlan(error);

export const isReadOnly = (error: unknown): boolean => codesOf(error).includes('25006');

/** A prepared statement whose tables changed, or that is gone. It was not run. */
const isVoidPlan = (error: unknown): boolean =>
  codesOf(error).includes('26000') ||
  (codesOf(error).includes('0A000') && /cached plan must not change result type/.test(String(messageOf(error))));

const LOSS = /^(?:25006|25P03|25P04|57P|08|CONNECTION_|DATABASE_|ECONN|EPIPE)/;

/** Drizzle wraps the driver's error. */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let it = error; it instanceof Error; it = it.cause) codes.push(String((it as { code?: unknown }).code));
  return codes;
}

/** Of its first cause. */
export function messageOf(error: unknown): string {
  let it = error;
  while (it instanceof Error && it.cause instanceof Error) it = it.cause;
  return it instanceof Error ? it.message : '';
}

export function driverOptions(target: Target, log: (line: string) => void): DriverOptions {
  const { hosts, prepares } = typeof target === 'string' ? hostsOf(target) : { hosts: [target], prepares: true };
  const [first = {}, ...others] = hosts;
  const { host, port, user = '', database = '', password } = new pg.Client(first);
  const place = { host, port, user, database, password: password ?? '' };
  return { hosts: [first, ...others], place, prepares, log };
}

/** TLS without a check of the certificate, which the driver calls `no-verify`. */
const UNCHECKED = ['allow', 'prefer', 'require'];

/** The driver knows neither several hosts nor `prepare=false`. */
function hostsOf(url: string): { hosts: pg.ClientConfig[]; prepares: boolean } {
  const [, before = '', hosts = '', path = '', search = ''] =
    /^(\w+:\/\/(?:[^/?]*@)?)([^/?]*)([^?]*)\??(.*)$/.exec(url) ?? [];
  const settings = new URLSearchParams(search);
  const prepares = settings.get('prepare') !== 'false';
  settings.delete('prepare');
  if (UNCHECKED.includes(settings.get('sslmode') ?? '')) settings.set('sslmode', 'no-verify');
  const tls = tlsOf(settings);
  const of = (host: string) => ({ connectionString: `${before}${host}${path}?${settings}`, ...tls });
  return { hosts: hosts.split(',').map(of), prepares };
}

const TLS_FILES = ['sslrootcert', 'sslcert', 'sslkey'];

/** Takes files of TLS out of the settings: the driver would read them at each connection, and throw when they are gone. */
function tlsOf(settings: URLSearchParams): Pick<pg.ClientConfig, 'ssl' | 'sslnegotiation'> {
  const names = TLS_FILES.filter((name) => settings.get(name));
  if (names.length === 0) return {};
  for (const name of names) mustBeReadable(name, settings.get(name) ?? '');
  const { ssl } = new pg.Client({ connectionString: `postgres://?${settings}` });
  const direct = settings.get('sslnegotiation') === 'direct';
  for (const name of [...names, 'ssl', 'sslmode', 'sslnegotiation']) settings.delete(name);
  return { ssl, ...(direct ? { sslnegotiation: 'direct' } : {}) };
}

/** Why a file of TLS cannot be read, in words for a person. */
export class UnreadableFile extends Error {}

function mustBeReadable(setting: string, file: string): void {
  try {
    readFileSync(file);
  } catch (thrown) {
    throw new UnreadableFile(
      `${setting} in DATABASE_URL names ${file}, which cannot be read (${reasonOf(thrown)}): correct it.`,
    );
  }
}

/** Begins to connect. Rejects the questions that the driver forgets when the socket closes. */
export function openConnection(
  { hosts, prepares, log }: DriverOptions,
  { onclose, turn = 0 }: ConnectionWishes = {},
): Connection {
  // Our own socket, so that it can be destroyed whatever the driver waits for.
  const socket = new Socket();
  const client = new pg.Client({
    application_name: 'toolyard',
    ...(hosts[turn % hosts.length] ?? hosts[0]),
    stream: () => socket,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: PLAIN_TYPES,
  });
  const pending = new Set<(why: Error) => void>();
  let lost: Error | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** False when everything was refused before. */
  const refuseAll = (why: Error): boolean => {
    if (lost) return false;
    lost = why;
    for (const refuse of pending) refuse(why);
    pending.clear();
    return true;
  };
  const lose = (why: Error) => refuseAll(why) && socket.destroy();
  /** Rejects when the connection is lost: the driver may never answer. */
  const unlessLost = <T>(work: PromiseLike<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    pending.add(reject);
    const forget = () => pending.delete(reject);
    work.then(
      (value) => {
        forget();
        resolve(value);
      },
      (error: Error) => {
        forget();
        reject(error);
      },
    );
    return promise;
  };
  const gone = (cause?: unknown) => {
    if (lost) return;
    lose(connectionError('CONNECTION_CLOSED', cause));
    onclose?.();
  };

  client.on('error', gone);
  client.on('end', () => gone());
  // A server that ends the stream is gone, even while our data is in transit.
  socket.on('end', () => gone());
  client.on('notice', ({ severity, message }) => severity === 'WARNING' && log(`Postgres warns: ${message}`));
  const ready = unlessLost(
    client.connect().then(
      () => undefined,
      (error: Error & { code?: unknown }) => {
        const why = error.code ? error : connectionError('CONNECTION_CLOSED', error);
        lose(why);
        throw why;
      },
    ),
  );
  ready.catch(() => undefined);

  return {
    ready,
    async query({ text, values = [], name, builder }) {
      await ready;
      const answer = last.then(() => {
        if (lost) throw lost;
        const question = {
          text,
          // Converted here: the driver breaks a named statement on a value that it cannot send.
          values: values.map(parameterOf),
          ...(name && prepares && { name }),
          ...(builder && { types: BUILDER_TYPES }),
          ...(builder === 'lists' && { rowMode: 'array' }),
        };
        return unlessLost(client.query(question));
      });
      last = answer.catch(() => undefined);
      return answer;
    },
    isGone: () => lost !== undefined || socket.destroyed,
    close() {
      if (!refuseAll(connectionError('CONNECTION_ENDED'))) return;
      void client.end().catch(() => undefined);
      // In case the server does not answer.
      setTimeout(() => socket.destroy(), CLOSING_MS).unref();
    },
    destroy: (why = connectionError('CONNECTION_DESTROYED')) => void lose(why),
  };
}

type Parse = (text: string) => unknown;

/** A BigInt where a number would be inexact. */
const exactInteger: Parse = (text) => {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
};
const TEXTS: number = 1009;
const readTexts = pg.types.getTypeParser(TEXTS) as (text: string) => (string | null)[];
const exactIntegers: Parse = (text) => readTexts(text).map((it) => (it === null ? null : exactInteger(it)));
const asText: Parse = (text) => text;

const INTEGERS: [number, Parse][] = [
  [20, exactInteger],
  [1016, exactIntegers],
];
const NUMERICS: [number, Parse] = [1231, readTexts];
const INTERVAL: [number, Parse] = [1186, asText];
const DAY: [number, Parse] = [1082, (text) => new Date(text)];
const NAMES: [number, Parse] = [1003, readTexts];

/** Dates, times and lists of numerics: Drizzle's columns parse their text. */
const READ_BY_COLUMNS = [1082, 1114, 1115, 1182, 1184, 1185, 1187, 1231];

const typesOf = (own: [number, Parse][]): pg.CustomTypesConfig => {
  const parsers = new Map(own);
  const parserOf = (oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text');
  return { getTypeParser: parserOf as pg.CustomTypesConfig['getTypeParser'] };
};

const PLAIN_TYPES = typesOf([...INTEGERS, NUMERICS, INTERVAL, DAY, NAMES]);
const BUILDER_TYPES = typesOf([
  ...[...INTEGERS, INTERVAL, NAMES],
  ...READ_BY_COLUMNS.map((oid): [number, Parse] => [oid, asText]),
]);

/** Arrays become Postgres arrays, other objects JSON, dates UTC. Throws a TypeError for undefined and functions. */
function parameterOf(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (value === undefined || typeof value === 'function' || value instanceof Promise)
    throw new TypeError(`${value === undefined ? 'undefined' : typeof value} is no value for a query`);
  if (Array.isArray(value)) return value.map(parameterOf);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return JSON.stringify(value);
}

export type Lease = <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;

type Asked = Pick<pg.QueryArrayConfig, 'text' | 'name'> & { rowMode?: 'array' };

/** What Drizzle uses of a pool: `query`, and `connect` for transactions. It recognises a pool by its class name. */
export const builderPool = (lease: Lease): pg.Pool => new LeasingPool(lease) as unknown as pg.Pool;

class LeasingPool {
  readonly #lease: Lease;

  constructor(lease: Lease) {
    this.#lease = lease;
  }

  query(asked: Asked, values: unknown[]): Promise<pg.QueryResult> {
    const ask = () => this.#lease((connection) => connection.query(questionOf(asked, values)));
    // A statement with a void plan was not run: another connection plans it anew.
    return ask().catch((error: unknown) => {
      if (isVoidPlan(error)) return ask();
      throw error;
    });
  }

  connect(): Promise<LentClient> {
    return new Promise((resolve, reject) => {
      const lend = (connection: Connection) =>
        new Promise<void>((done, fail) => resolve(new LentClient(connection, done, fail)));
      this.#lease(lend).catch(reject);
    });
  }
}

/** One transaction. Drizzle does not release the client when `begin` fails. */
class LentClient {
  readonly #connection: Connection;
  readonly #done: () => void;
  readonly #fail: (error: unknown) => void;
  #trouble: unknown;
  #ended = false;

  constructor(connection: Connection, done: () => void, fail: (error: unknown) => void) {
    this.#connection = connection;
    this.#done = done;
    this.#fail = fail;
  }

  async query(asked: Asked, values: unknown[]): Promise<pg.QueryResult> {
    const { text } = asked;
    if (text === 'rollback' && (this.#ended || this.#connection.isGone())) return NOTHING;
    try {
      const result = await this.#connection.query(questionOf(asked, values));
      if (text === 'commit' && result.command === 'ROLLBACK') throw new Error('a statement of the transaction failed');
      return result;
    } catch (error) {
      if (text === 'commit') this.#ended = true;
      if (isLoss(error)) this.#trouble ??= error;
      if (text === 'rollback') {
        // The server rolls back when its session ends. Drizzle would report this error instead of the first one.
        this.#connection.destroy();
        return NOTHING;
      }
      if (text.startsWith('begin')) this.#fail(error);
      throw error;
    }
  }

  release(): void {
    if (this.#trouble) this.#fail(this.#trouble);
    else this.#done();
  }
}

const NOTHING: pg.QueryResult = { command: 'ROLLBACK', rowCount: null, oid: 0, fields: [], rows: [] };

const questionOf = ({ text, name, rowMode }: Asked, values: unknown[]): Question => ({
  ...{ text, values, name },
  builder: rowMode === 'array' ? 'lists' : 'objects',
});
