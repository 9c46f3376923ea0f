import { spawn } from 'node:child_process';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Portfolio } from '#model/content/portfolio.ts';

/** Milliseconds after which writing is given up. */
const PATIENCE = 60_000;

/** The CV of a portfolio, made when it is first asked for and then kept: its library is large, and not every shop's visitors ask. */
export function createCurriculumVitae(portfolio: Portfolio, origin: string) {
  let made: Promise<Uint8Array> | undefined;
  return {
    name: portfolio.name,
    bytes: () => {
      made ??= write(portfolio, origin).catch((error: unknown) => {
        made = undefined;
        throw error;
      });
      return made;
    },
  };
}

/** In a process of its own: what the library takes of the memory goes with it. */
async function write(portfolio: Portfolio, origin: string): Promise<Uint8Array> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./write-once.ts', import.meta.url))], {
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: PATIENCE,
    killSignal: 'SIGKILL',
  });
  // A child that ends early closes its input; how it ended says more.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify({ portfolio, origin }));
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [bytes, complaint, code] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw new Error(`The CV cannot be written: ${complaint.slice(0, 2000)}`);
  return bytes;
}
