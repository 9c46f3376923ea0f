import { json } from 'node:stream/consumers';
import type { PromisePaper } from '#model/orders/promise.ts';
import { writePromise } from './write-promise.ts';

// A program: reads a price promise from stdin and writes its PDF to stdout.
const { paper, shop } = (await json(process.stdin)) as { paper: PromisePaper; shop: string };
process.stdout.write(await writePromise(paper, shop));
