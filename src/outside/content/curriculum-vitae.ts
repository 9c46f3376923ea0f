import type { Portfolio } from '#model/content/portfolio.ts';
import { writeInChild } from './write-in-child.ts';

export function createCurriculumVitae(portfolio: Portfolio, origin: string) {
  let pdf: Promise<Uint8Array> | undefined;
  return {
    name: portfolio.name,
    bytes: () => {
      pdf ??= writeInChild(new URL('./write-once.ts', import.meta.url), { portfolio, origin }).catch(
        (error: unknown) => {
          pdf = undefined;
          throw error;
        },
      );
      return pdf;
    },
  };
}
