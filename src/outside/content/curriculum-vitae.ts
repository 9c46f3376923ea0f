import type { Portfolio } from '#model/content/portfolio.ts';

/** The CV of a portfolio, made when it is first asked for and then kept: its library is large, and not every shop's visitors ask. */
export function createCurriculumVitae(portfolio: Portfolio, origin: string) {
  let made: Promise<Uint8Array> | undefined;
  return {
    name: portfolio.name,
    bytes: () => {
      made ??= write().catch((error: unknown) => {
        made = undefined;
        throw error;
      });
      return made;
    },
  };

  async function write(): Promise<Uint8Array> {
    const { writeCurriculumVitae } = await import('./write-curriculum-vitae.ts');
    return writeCurriculumVitae(portfolio, origin);
  }
}
