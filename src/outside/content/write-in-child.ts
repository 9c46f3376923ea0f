import { spawn } from 'node:child_process';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ToWrite } from './write-once.ts';

const TIMEOUT_MS = 60_000;

/** Makes a PDF in a child process, so that the memory of the PDF library is freed. */
export async function writeInChild(wanted: ToWrite): Promise<Buffer<ArrayBuffer>> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./write-once.ts', import.meta.url))], {
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  // The input breaks when the child ends early; its exit code is checked below.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(wanted));
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [bytes, stderr, code] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw new Error(`The PDF cannot be written: ${stderr.slice(0, 2000)}`);
  return bytes;
}
