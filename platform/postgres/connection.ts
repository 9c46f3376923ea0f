import { Socket } from 'node:net';
import pg from 'pg';
import { BUILDER_TYPES, PLAIN_TYPES, parameterOf } from './wire-types.ts';

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

export interface Question {
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
  readonly onnotify?: (payload: string) => void;
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
  const of = (host: string) => ({ connectionString: `${before}${host}${path}?${settings}` });
  return { hosts: hosts.split(',').map(of), prepares };
}

/** Begins to connect. Rejects the questions that the driver forgets when the socket closes. */
export function openConnection(
  { hosts, prepares, log }: DriverOptions,
  { onclose, onnotify, turn = 0 }: ConnectionWishes = {},
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
  client.on('notification', ({ payload = '' }) => onnotify?.(payload));
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
