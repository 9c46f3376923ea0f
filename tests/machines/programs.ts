import { type ChildProcess, spawn } from 'node:child_process';
import { chown } from 'node:fs/promises';
import { type OsAccount, runAs } from '../../platform/postgres/os-account.ts';

export interface Running {
  readonly process: ChildProcess;
  /** What it has said so far. */
  readonly said: () => string;
  /** Asks it to stop with this signal and waits until it has. */
  stop(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a program of the machine as an account without rights. */
export function run(command: readonly string[], account: OsAccount | undefined): Running {
  const [program = '', ...words] = command;
  const child = spawn(program, words, { ...runAs(account), stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  const hear = (chunk: Buffer) => {
    text = `${text}${chunk}`.slice(-20_000);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const exited = new Promise<void>((done) => {
    child.once('exit', () => done());
    child.once('error', (error) => {
      text += String(error);
      done();
    });
  });
  return {
    process: child,
    said: () => text,
    stop: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
}

export async function give(folder: string, account: OsAccount | undefined): Promise<void> {
  if (account) await chown(folder, account.uid, account.gid);
}
