import { connect } from 'node:net';
import { type Answer, createAnswerReader } from './answer-reader.ts';

export interface Client {
  /** Status 0 when the connection was lost before the answer was complete. */
  readonly send: (request: Buffer) => Promise<Answer>;
  readonly close: () => void;
}

interface Waiting {
  readonly request: Buffer;
  readonly resolve: (answer: Answer) => void;
}

const LOST: Answer = { status: 0, last: true, headers: '', text: () => '', body: () => Buffer.alloc(0) };

/** Cheap, because it shares the shop's machine: requests are prepared bytes, and only ends of answers are parsed. */
export function createClient(port: number, connections: number): Client {
  const free: Connection[] = [];
  const line: Waiting[] = [];
  const all = new Set<Connection>();
  const next = (connection: Connection) => {
    const waiting = line.shift();
    if (waiting) connection.ask(waiting);
    else free.push(connection);
  };
  const gone = (connection: Connection) => {
    all.delete(connection);
    const place = free.indexOf(connection);
    if (place >= 0) free.splice(place, 1);
    const waiting = line.shift();
    if (waiting) open().ask(waiting);
  };
  const open = () => {
    const connection = openConnection(port, next, gone);
    all.add(connection);
    return connection;
  };
  return {
    send: (request) =>
      new Promise((resolve) => {
        const waiting = { request, resolve };
        const connection = free.pop() ?? (all.size < connections ? open() : undefined);
        if (connection) connection.ask(waiting);
        else line.push(waiting);
      }),
    close: () => {
      for (const { end } of all) end();
    },
  };
}

export function requestOf(
  { port }: { readonly port: number },
  method: string,
  path: string,
  headers: object,
  body = '',
): Buffer {
  const all = { host: `localhost:${port}`, 'accept-encoding': 'gzip, deflate, br, zstd', accept: '*/*', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body ? `content-length: ${Buffer.byteLength(body)}\r\n` : '';
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`);
}

interface Connection {
  readonly ask: (waiting: Waiting) => void;
  readonly end: () => void;
}

function openConnection(
  port: number,
  next: (connection: Connection) => void,
  gone: (connection: Connection) => void,
): Connection {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const reader = createAnswerReader();
  let current: Waiting | undefined;
  let isGone = false;
  const answer = (result: Answer) => {
    const asked = current;
    current = undefined;
    asked?.resolve(result);
  };
  const leave = () => {
    if (isGone) return;
    isGone = true;
    socket.destroy();
    answer(LOST);
    gone(connection);
  };
  const connection: Connection = {
    ask: (waiting) => {
      current = waiting;
      socket.write(waiting.request);
    },
    end: leave,
  };
  socket.on('data', (chunk: Buffer) => {
    const result = reader.take(chunk);
    if (!result) return;
    answer(result);
    if (result.last) leave();
    else next(connection);
  });
  socket.on('error', leave);
  socket.on('close', leave);
  return connection;
}
