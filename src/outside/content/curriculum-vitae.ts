import { spawn } from 'node:child_process';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Portfolio } from '#model/content/portfolio.ts';

const TIMEOUT_MS = 60_000;

export function createCurriculumVitae(portfolio: Portfolio, origin: string) {
  let pdf: Promise<Uint8Array> | undefined;
  return {
    name: portfolio.name,
    bytes: () => {
      pdf ??= write(portfolio, origin).catch((error: unknown) => {
        pdf = undefined;
        throw error;
      });
      return pdf;
    },
  };
}

/** In a child process, so that the memory of the PDF library is freed. */
async function write(portfolio: Portfolio, origin: string): Promise<Uint8Array> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./write-once.ts', import.meta.url))], {
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  // The input breaks when the child ends early; its exit code is checked below.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify({ portfolio, origin }));
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [bytes, stderr, code] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw new Error(`The CV cannot be written: ${stderr.slice(0, 2000)}`);
  return bytes;
}
