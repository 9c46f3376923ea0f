import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface ChildLimits {
  /** Milliseconds per process. */
  readonly time: number;
  /** Bytes per process, about 0.5 GB of them for Node. Enforced where the system has `prlimit`. */
  readonly memory: number;
}

interface Ended {
  readonly stdout: Buffer<ArrayBuffer>;
  readonly stderr: string;
  /** Null when it was killed: it took too long, or wrote too much. */
  readonly code: number | null;
}

const MAX_OUTPUT = 16 * 1024 * 1024;

/**
 * Runs a program of Node, without secrets, and gives it `input`. What it does with its memory and time costs only that run.
 * @throws Error when it cannot be started
 */
export function runLimited(
  program: URL,
  input: string | Uint8Array,
  limits: ChildLimits,
  maxOutput = MAX_OUTPUT,
): Promise<Ended> {
  const [command = process.execPath, ...words] = commandLine(fileURLToPath(program), limits);
  const child = spawn(command, words, {
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: limits.time,
    killSignal: 'SIGKILL',
  });
  // The input breaks when the child ends early; whoever called looks at its output.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return endOf(child, maxOutput);
}

function endOf(child: ChildProcess, maxOutput: number): Promise<Ended> {
  const chunks: Buffer[] = [];
  let size = 0;
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxOutput) child.kill('SIGKILL');
    else chunks.push(chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = `${stderr}${chunk}`.slice(0, 2000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ stdout: Buffer.concat(chunks), stderr, code: size > maxOutput ? null : code }),
    );
  });
}

function commandLine(program: string, { memory, time }: ChildLimits): string[] {
  const node = [process.execPath, '--max-old-space-size=128', program];
  const setpriv = find('setpriv');
  const prlimit = find('prlimit');
  return [
    ...(setpriv ? [setpriv, '--no-new-privs', '--pdeathsig', 'KILL', '--'] : []),
    ...(prlimit ? [prlimit, `--data=${memory}`, `--cpu=${Math.ceil(time / 1000) * 2}`, '--core=0', '--'] : []),
    ...node,
  ];
}

/** Linux tools; elsewhere only the time limit applies. */
const find = (name: string): string | undefined =>
  process.platform === 'linux' ? [`/usr/bin/${name}`, `/bin/${name}`].find((place) => existsSync(place)) : undefined;
