import type { Paper } from '#model/content/paper.ts';
import type { Portfolio } from '#model/content/portfolio.ts';
import { PDF } from '#model/kernel/media-types.ts';
import { type ChildLimits, runLimited } from '../kernel/limited-child.ts';
import type { ToWrite } from './write-once.ts';

/** Makes PDFs of papers. The same paper gives the same bytes. */
export interface PaperWriter {
  write(paper: Paper): Promise<Blob>;
}

export const createPaperWriter = (limits?: ChildLimits): PaperWriter => ({
  write: async (paper) => new Blob([await writeInChild({ paper }, limits)], { type: PDF }),
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

const LIMITS: ChildLimits = { time: 60_000, memory: 1536 * 1024 ** 2 };

/** In a child process, so that the memory of the PDF library is freed and requests go on meanwhile. */
async function writeInChild(input: ToWrite, limits = LIMITS): Promise<Buffer<ArrayBuffer>> {
  const program = new URL('./write-once.ts', import.meta.url);
  const { stdout, stderr, code } = await runLimited(program, JSON.stringify(input), limits);
  if (code !== 0) throw new Error(`A document cannot be written: ${stderr}`);
  return stdout;
}
