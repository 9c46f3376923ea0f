import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** What Postgres wrote about itself in `postmaster.pid`; it stays behind after a crash. */
export type PostmasterFile = { pid: number; socket: string; ready: boolean };

/** Lines of the file: 1 pid, 2 data folder, 3 start time, 4 port, 5 socket folder, 6 address, 7 memory, 8 status. */
export async function readPostmasterFile(data: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10));
  return Number.isSafeInteger(pid) && pid > 0
    ? { pid, socket: lines[4] ?? '', ready: lines[7] === 'ready' }
    : undefined;
}

/** Whether a process of that number exists, whoever it is. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether that process is a Postgres on this data folder, and not one that got the number of a dead one. The command
 * line tells: everybody may read it, while /proc/pid/exe of another account is shut even to root in many containers.
 */
export async function isPostmasterOf(pid: number, data: string): Promise<boolean> {
  const words = (await commandLine(pid)).replaceAll('\0', ' ').trim();
  return /(^|\/)postgres -D /.test(words) && `${words} `.includes(` ${data} `);
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}
