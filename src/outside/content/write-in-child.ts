import { spawn } from 'node:child_process';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const TIMEOUT_MS = 60_000;

/** In a child process, so that the memory of the PDF library is freed and requests go on meanwhile. */
export async function writeInChild(program: URL, input: object): Promise<Buffer<ArrayBuffer>> {
  const child = spawn(process.execPath, [fileURLToPath(program)], {
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  // The input breaks when the child ends early; its exit code is checked below.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(input));
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [bytes, stderr, code] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw new Error(`A document cannot be written: ${stderr.slice(0, 2000)}`);
  return bytes;
}
