import { json } from 'node:stream/consumers';
import type { Paper } from '#model/content/paper.ts';
import type { Portfolio } from '#model/content/portfolio.ts';

export type ToWrite = { readonly portfolio: Portfolio; readonly origin: string } | { readonly paper: Paper };

// A program: reads from stdin what is to be written, and writes its PDF to stdout.
const wanted = (await json(process.stdin)) as ToWrite;
if ('paper' in wanted) {
  const { writePaper } = await import('./write-paper.ts');
  process.stdout.write(await writePaper(wanted.paper));
} else {
  const { writeCurriculumVitae } = await import('./write-curriculum-vitae.ts');
  process.stdout.write(await writeCurriculumVitae(wanted.portfolio, wanted.origin));
}
