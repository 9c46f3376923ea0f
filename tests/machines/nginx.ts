import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { OsAccount } from '../../platform/postgres/os-account.ts';
import { freePort } from '../../scripts/free-port.ts';
import { give, run } from './programs.ts';

const PROGRAM = '/usr/sbin/nginx';
const EXAMPLE = resolve(import.meta.dirname, '../../docs/examples/nginx.conf');

/** What nginx answered to one request. */
export interface Answered {
  readonly method: string;
  readonly status: number;
  readonly withKey: boolean;
  /** Which machines it asked, one after the other. */
  readonly asked: readonly string[];
}

/**
 * nginx with the example of the documentation in front of shops on these ports, reached at `origin`; `direct` leads to
 * one of them alone, as if it were the whole shop.
 */
export async function startNginx(ports: readonly [number, number], port: number, account: OsAccount | undefined) {
  if (!existsSync(PROGRAM)) throw new Error('This test needs nginx: apt-get install nginx');
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  await give(folder, account);
  const direct = [await freePort(), await freePort()] as const;
  const origin = `http://localhost:${port}`;
  const log = join(folder, 'access.log');
  await writeFile(
    join(folder, 'nginx.conf'),
    configuration(await example(ports, port), { folder, log, origin }, direct, ports),
  );
  const server = run([PROGRAM, '-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], account);
  onTestFinished(() => server.stop('SIGTERM'));
  const answers = () =>
    fetch(`${origin}/`).then(
      () => '',
      () => server.said() || 'nothing',
    );
  await expect.poll(answers, { timeout: 30_000 }).toBe('');
  return {
    origin,
    direct: direct.map((it) => `http://localhost:${it}`) as [string, string],
    answered: async (): Promise<Answered[]> => (await readFile(log, 'utf8')).trim().split('\n').map(readLine),
  };
}

/** The documented configuration, with what a test has instead of names and certificates. */
async function example(ports: readonly [number, number], port: number): Promise<string> {
  const text = await readFile(EXAMPLE, 'utf8');
  return text
    .replace('10.0.0.11:3000', `127.0.0.1:${ports[0]}`)
    .replace('10.0.0.12:3000', `127.0.0.1:${ports[1]}`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace('server_name shop.example.com;', 'server_name localhost;')
    .replace(/^ *ssl_certificate.*$/gm, '');
}

function configuration(
  its: string,
  { folder, log, origin }: { folder: string; log: string; origin: string },
  direct: readonly [number, number],
  ports: readonly [number, number],
): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const toOne = (n: 0 | 1) => `server {
    listen 127.0.0.1:${direct[n]};
    access_log off;
    location / {
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host ${new URL(origin).host};
      proxy_set_header Origin ${origin};
      proxy_pass http://127.0.0.1:${ports[n]};
    }
  }`;
  return `daemon off;
pid ${folder}/pid;
worker_processes 1;
events { worker_connections 512; }
http {
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  log_format one escape=json '$request_method|$status|$http_idempotency_key|$upstream_addr';
  access_log ${log} one;
  ${its}
  ${toOne(0)}
  ${toOne(1)}
}
`;
}

function readLine(line: string): Answered {
  const [method = '', status, key = '', asked = ''] = line.split('|');
  return { method, status: Number(status), withKey: key !== '', asked: asked.split(', ') };
}
