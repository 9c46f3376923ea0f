import type { PromisePaper } from '#model/orders/promise.ts';
import { writeInChild } from '../content/write-in-child.ts';

/** The bytes of the PDF of a price promise. `shop`: its name. */
export const promisePdf = (paper: PromisePaper, shop: string): Promise<Uint8Array> =>
  writeInChild(new URL('./write-once.ts', import.meta.url), { paper, shop });
