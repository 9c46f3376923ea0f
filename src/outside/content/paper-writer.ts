import { spawn } from 'node:child_process';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Paper } from '#model/content/paper.ts';
import type { Portfolio } from '#model/content/portfolio.ts';
import { PDF } from '#model/kernel/media-types.ts';
import type { ToWrite } from './write-once.ts';

/** Makes PDFs of papers. The same paper gives the same bytes. */
export interface PaperWriter {
  write(paper: Paper): Promise<Blob>;
}

export const createPaperWriter = (): PaperWriter => ({
  write: async (paper) => new Blob([await writeInChild({ paper })], { type: PDF }),
});

export function createCurriculumVitae(portfolio: Portfolio, origin: string) {
  let pdf: Promise<Uint8Array> | undefined;
  return {
    name: portfolio.name,
    bytes: () => {
      pdf ??= writeInChild({ portfolio, origin }).catch((error: unknown) => {
        pdf = undefined;
        throw error;
      });
      return pdf;
    },
  };
}

const TIMEOUT_MS = 60_000;

/** In a child process, so that the memory of the PDF library is freed and requests go on meanwhile. */
async function writeInChild(input: ToWrite): Promise<Buffer<ArrayBuffer>> {
  const program = fileURLToPath(new URL('./write-once.ts', import.meta.url));
  const child = spawn(process.execPath, [program], {
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
