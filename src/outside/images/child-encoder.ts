import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PICTURE_WIDTHS } from '#model/images/picture.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { createConcurrencyLimiter } from '#platform/limits/concurrency-limiter.ts';
import { firstLook } from './first-look.ts';
import type { EncodedPicture, PictureEncoder, PictureRefusal } from './pictures.ts';

export interface ChildLimits {
  readonly atOnce: number;
  readonly waiting: number;
  /** Milliseconds after which a picture that is not done is given up. */
  readonly time: number;
  /** Bytes that the process may claim, half a gigabyte of them for Node itself. Kept where the system has `prlimit`. */
  readonly memory: number;
}

const LIMITS: ChildLimits = { atOnce: 2, waiting: 8, time: 20_000, memory: 1536 * 1024 ** 2 };

/** More bytes than the eight sizes of any picture have. */
const MAX_OUTPUT = 16 * 1024 * 1024;

/**
 * Encodes pictures of strangers, each in a process of its own without secrets: a decoder that crashes, hangs or fills
 * its memory costs that picture and nothing else.
 */
export function createChildEncoder(limits: ChildLimits = LIMITS): PictureEncoder {
  const turn = createConcurrencyLimiter({ concurrent: limits.atOnce, queued: limits.waiting });
  return {
    async encode(source) {
      const refusal = firstLook(source);
      if (refusal) return failure(refusal);
      const done = await turn(() => encodeOnce(source, limits));
      return done.ok ? done.value : done;
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
  // A child that ends early closes its input; how it ended says more.
  child.stdin.on('error', () => {});
  child.stdin.end(source);
  const { said, complaint } = await hear(child);
  if (!said.subarray(0, READY.length).equals(READY)) throw new Error(`Pictures cannot be encoded: ${complaint}`);
  return read(said.subarray(READY.length)) ?? failure({ code: 'damaged' });
}

const READY = Buffer.from('ready\n');

/** Everything that the child says until it ends. Throws when it cannot be started. */
function hear(child: ChildProcess): Promise<{ said: Buffer; complaint: string }> {
  const said: Buffer[] = [];
  let size = 0;
  let complaint = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_OUTPUT) child.kill('SIGKILL');
    else said.push(chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk}`.slice(0, 2000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve({ said: Buffer.concat(said), complaint }));
  });
}

/** What a child that came to its end has written; undefined when something is missing or makes no sense. */
function read(said: Buffer): Outcome<EncodedPicture[], PictureRefusal> | undefined {
  const line = said.indexOf('\n');
  if (line < 0) return undefined;
  const head = JSON.parse(said.subarray(0, line).toString()) as {
    sizes?: { width: EncodedPicture['width']; format: EncodedPicture['format']; length: number }[];
    refusal?: PictureRefusal['code'];
  };
  if (head.refusal) return failure({ code: head.refusal });
  let at = line + 1;
  const pictures = (head.sizes ?? []).map(({ width, format, length }) => {
    at += length;
    return { width, format, bytes: said.subarray(at - length, at) };
  });
  return at === said.length && pictures.length === 2 * PICTURE_WIDTHS.length ? success(pictures) : undefined;
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

/** Tools of Linux; elsewhere the limit of time has to do. */
const find = (name: string): string | undefined =>
  process.platform === 'linux' ? [`/usr/bin/${name}`, `/bin/${name}`].find((place) => existsSync(place)) : undefined;
