import type { Paper } from '#model/content/paper.ts';
import { PDF } from '#model/kernel/media-types.ts';
import { writeInChild } from './write-in-child.ts';

/** Makes PDFs of papers. The same paper gives the same bytes. */
export interface PaperWriter {
  write(paper: Paper): Promise<Blob>;
}

export const createPaperWriter = (): PaperWriter => ({
  write: async (paper) =>
    new Blob([await writeInChild(new URL('./write-once.ts', import.meta.url), { paper })], { type: PDF }),
});
