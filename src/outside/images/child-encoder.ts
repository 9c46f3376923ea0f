import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PICTURE_WIDTHS } from '#model/images/picture.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { firstLook } from './first-look.ts';
import type { EncodedPicture, PictureEncoder, PictureRefusal } from './pictures.ts';

export interface ChildLimits {
  /** Milliseconds per picture. */
  readonly time: number;
  /** Bytes per process, about 0.5 GB of them for Node. Enforced where the system has `prlimit`. */
  readonly memory: number;
}

const LIMITS: ChildLimits = { time: 20_000, memory: 1536 * 1024 ** 2 };

const MAX_OUTPUT = 16 * 1024 * 1024;

/**
 * Encodes each picture in a child process without secrets: a decoder that crashes or hangs costs only that picture. Calls
 * that send one are limited to a few at a time, by their rate `image`.
 */
export function createChildEncoder(limits: ChildLimits = LIMITS): PictureEncoder {
  return {
    async encode(source) {
      const refusal = firstLook(source);
      return refusal ? failure(refusal) : encodeOnce(source, limits);
    },
  };
}

async function encodeOnce(source: Uint8Array, limits: ChildLimits): Promise<Outcome<EncodedPicture[], PictureRefusal>> {
  const [program = process.execPath, ...words] = commandLine(limits);
  const child = spawn(program, words, {
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: limits.time,
    killSignal: 'SIGKILL',
  });
  // The input breaks when the child ends early; its output is checked below.
  child.stdin.on('error', () => {});
  child.stdin.end(source);
  const { stdout, stderr } = await outputOf(child);
  if (!stdout.subarray(0, READY.length).equals(READY)) throw new Error(`Pictures cannot be encoded: ${stderr}`);
  return read(stdout.subarray(READY.length)) ?? failure({ code: 'damaged' });
}

const READY = Buffer.from('ready\n');

function outputOf(child: ChildProcess): Promise<{ stdout: Buffer; stderr: string }> {
  const chunks: Buffer[] = [];
  let size = 0;
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_OUTPUT) child.kill('SIGKILL');
    else chunks.push(chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = `${stderr}${chunk}`.slice(0, 2000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve({ stdout: Buffer.concat(chunks), stderr }));
  });
}

function read(output: Buffer): Outcome<EncodedPicture[], PictureRefusal> | undefined {
  const line = output.indexOf('\n');
  if (line < 0) return undefined;
  const head = JSON.parse(output.subarray(0, line).toString()) as {
    sizes?: { width: EncodedPicture['width']; format: EncodedPicture['format']; length: number }[];
    refusal?: PictureRefusal['code'];
  };
  if (head.refusal) return failure({ code: head.refusal });
  let at = line + 1;
  const pictures = (head.sizes ?? []).map(({ width, format, length }) => {
    at += length;
    return { width, format, bytes: output.subarray(at - length, at) };
  });
  return at === output.length && pictures.length === 2 * PICTURE_WIDTHS.length ? success(pictures) : undefined;
}

function commandLine({ memory, time }: ChildLimits): string[] {
  const node = [
    process.execPath,
    '--max-old-space-size=128',
    fileURLToPath(new URL('./encode-once.ts', import.meta.url)),
  ];
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
