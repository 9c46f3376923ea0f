import { json } from 'node:stream/consumers';
import type { Portfolio } from '#model/content/portfolio.ts';
import { writeCurriculumVitae } from './write-curriculum-vitae.ts';

// A program: a portfolio comes on standard input, its CV leaves on standard output, and the process ends.
const { portfolio, origin } = (await json(process.stdin)) as { portfolio: Portfolio; origin: string };
process.stdout.write(await writeCurriculumVitae(portfolio, origin));
