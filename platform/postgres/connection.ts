import { Socket } from 'node:net';
import pg from 'pg';
import { BUILDER_TYPES, PLAIN_TYPES, parameterOf } from './wire-types.ts';

/** Where a database is and who enters it. A `host` that is an absolute path is a folder with a Unix socket. */
export type ConnectionOptions = { host: string; port?: number; user: string; password: string; database: string };

export type Target = string | ConnectionOptions;

/** How connections to a database are made. */
export interface DriverOptions {
  /** One for each host; all lead to the same database. */
  readonly hosts: readonly [pg.ClientConfig, ...pg.ClientConfig[]];
  /** The first of them. */
  readonly place: Required<ConnectionOptions>;
  /** False behind a pooler that hands each transaction to another connection: then no statement has a name. */
  readonly prepares: boolean;
  readonly log: (line: string) => void;
}

export interface Question {
  readonly text: string;
  readonly values?: readonly unknown[] | undefined;
  /** Of a statement that comes often: each connection prepares it once. One name has one text. */
  readonly name?: string | undefined;
  /** For the query builder: rows are lists where it asks so, and it reads moments from their text. */
  readonly builder?: 'objects' | 'lists' | undefined;
}

/** One connection, for one question at a time. Once it is gone all its questions are refused, those under way too. */
export interface Connection {
  /** Resolves when the server has let it in. */
  readonly ready: Promise<void>;
  query(question: Question): Promise<pg.QueryResult>;
  readonly isGone: () => boolean;
  /** Says goodbye to the server; for a connection on which nothing is under way. */
  close(): void;
  /** Cuts it off: what is under way is refused, whatever the server or the driver do. */
  destroy(why?: Error): void;
}

interface ConnectionWishes {
  /** Called once when it is gone, unless it was closed or destroyed from here. */
  readonly onclose?: () => void;
  readonly onnotify?: (said: string) => void;
  /** Chooses among several hosts. */
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

/** How connections to the target are made; opens none. */
export function driverOptions(target: Target, log: (line: string) => void): DriverOptions {
  const { hosts, prepares } = typeof target === 'string' ? hostsOf(target) : { hosts: [target], prepares: true };
  const [first = {}, ...others] = hosts;
  const { host, port, user = '', database = '', password } = new pg.Client(first);
  const place = { host, port, user, database, password: password ?? '' };
  return { hosts: [first, ...others], place, prepares, log };
}

/** Modes of TLS that ask for it but not for a certificate: the driver knows them by another name. */
const UNCHECKED = ['allow', 'prefer', 'require'];

/** An address may name several hosts, and `prepare=false`: the driver knows neither. */
function hostsOf(url: string): { hosts: pg.ClientConfig[]; prepares: boolean } {
  const [, before = '', hosts = '', path = '', search = ''] =
    /^(\w+:\/\/(?:[^/?]*@)?)([^/?]*)([^?]*)\??(.*)$/.exec(url) ?? [];
  const settings = new URLSearchParams(search);
  const prepares = settings.get('prepare') !== 'false';
  settings.delete('prepare');
  if (UNCHECKED.includes(settings.get('sslmode') ?? '')) settings.set('sslmode', 'no-verify');
  const of = (host: string) => ({ connectionString: `${before}${host}${path}?${settings}` });
  return { hosts: hosts.split(',').map(of), prepares };
}

/** Begins to connect. What the driver forgets when a socket goes is refused here. */
export function openConnection(
  { hosts, prepares, log }: DriverOptions,
  { onclose, onnotify, turn = 0 }: ConnectionWishes = {},
): Connection {
  // Its own, so that it can be cut whatever the driver waits for.
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
  /** Ends with the question before. */
  let last: Promise<unknown> = Promise.resolve();

  /** From here on everything is refused. False when it was so before. */
  const refuseAll = (why: Error): boolean => {
    if (lost) return false;
    lost = why;
    for (const refuse of pending) refuse(why);
    pending.clear();
    return true;
  };
  const lose = (why: Error) => refuseAll(why) && socket.destroy();
  /** The answer, or why the connection is gone: the driver may never say. */
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
  // A server that hangs up is gone, also when what was sent to it is still on its way.
  socket.on('end', () => gone());
  client.on('notice', ({ severity, message }) => severity === 'WARNING' && log(`Postgres warns: ${message}`));
  client.on('notification', ({ payload = '' }) => onnotify?.(payload));
  const ready = unlessLost(
    client.connect().then(
      () => undefined,
      (error: Error & { code?: unknown }) => {
        // The caller is told why it was not let in, and nobody else.
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
          // Here, because the driver breaks a named statement when it meets a value that it cannot send.
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
      // A server that does not hear it does not keep the socket.
      setTimeout(() => socket.destroy(), CLOSING_MS).unref();
    },
    destroy: (why = connectionError('CONNECTION_DESTROYED')) => void lose(why),
  };
}
