import { json } from 'node:stream/consumers';
import type { Portfolio } from '#model/content/portfolio.ts';
import { writeCurriculumVitae } from './write-curriculum-vitae.ts';

// A program: reads a portfolio from stdin and writes its CV to stdout.
const { portfolio, origin } = (await json(process.stdin)) as { portfolio: Portfolio; origin: string };
process.stdout.write(await writeCurriculumVitae(portfolio, origin));
