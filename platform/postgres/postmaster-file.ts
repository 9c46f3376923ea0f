import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

export type PostmasterFile = { pid: number; socket: string; ready: boolean };

/** Lines: 1 pid, 2 data folder, 3 start time, 4 port, 5 socket folder, 6 address, 7 memory, 8 status. */
export async function readPostmasterFile(data: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10));
  return Number.isSafeInteger(pid) && pid > 0
    ? { pid, socket: lines[4] ?? '', ready: lines[7] === 'ready' }
    : undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** False for a recycled pid. Reads the command line: /proc/pid/exe is closed even to root in many containers. */
export async function isPostmasterOf(pid: number, data: string): Promise<boolean> {
  const words = (await commandLine(pid)).replaceAll('\0', ' ').trim();
  return /(^|\/)postgres -D /.test(words) && `${words} `.includes(` ${data} `);
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}
