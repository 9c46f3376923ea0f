import { connect } from 'node:net';

/** What a server said on one connection, until it closed it. */
export interface Said {
  readonly text: string;
  /** The status of every answer, in order. */
  readonly statuses: readonly number[];
  /** False when the server had not closed the connection at the deadline: it hangs. */
  readonly closed: boolean;
}

export type Spoken = string | Uint8Array | readonly (string | Uint8Array)[];

const DEADLINE_MS = 15_000;

/** Sends bytes as they are, right HTTP or not, and listens until the server closes the connection. */
export function speak(port: number, spoken: Spoken): Promise<Said> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1');
    const end = (closed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      const text = Buffer.concat(chunks).toString('latin1');
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) [A-Z]/g)].map((it) => Number(it[1]));
      resolve({ text, statuses: statuses.filter((it) => it !== 100), closed });
    };
    const timer = setTimeout(end, DEADLINE_MS, false);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // Closed while we were still sending: what it said before counts.
    socket.on('error', () => {});
    socket.on('close', () => end(true));
    const pieces = typeof spoken === 'string' || spoken instanceof Uint8Array ? [spoken] : spoken;
    for (const piece of pieces) socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece);
  });
}
