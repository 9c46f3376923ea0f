import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ConnectionOptions } from '../../platform/postgres/connection.ts';
import type { Answer } from './answer-reader.ts';

export type FloorProcess = Awaited<ReturnType<typeof startFloor>>;

export async function startFloor() {
  const child = fork(join(import.meta.dirname, 'floor.ts'), { stdio: 'inherit' });
  const [{ port, smtpPort }] = (await once(child, 'message')) as [{ port: number; smtpPort: number }];
  const put = async (path: string, body: Uint8Array<ArrayBuffer> | string, headers: Record<string, string> = {}) => {
    const { ok } = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'PUT', body, headers });
    if (!ok) throw new Error('The floor was not told what to do');
  };
  return {
    ...{ port, smtpPort },
    answerLike: ({ headers, body }: Answer) => {
      const lines = [...headers.matchAll(/^(content-(?:type|encoding)): *(.+)$/gim)];
      return put('/bytes', new Uint8Array(body()), Object.fromEntries(lines.map(([, name, value]) => [name, value])));
    },
    askDatabase: (connection: ConnectionOptions) => put('/database', JSON.stringify(connection)),
    stop: () => void child.kill(),
  };
}
