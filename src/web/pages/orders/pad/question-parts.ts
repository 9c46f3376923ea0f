import { MAX_MATCHED } from '#model/catalogue/tool-match.ts';

/** Of the 64 kB that a call takes. */
const MAX_BYTES = 60_000;

/** Questions in their order, in parts of which each fits into one call. @param questions each as JSON */
export function questionParts(questions: readonly string[]): string[][] {
  const parts: string[][] = [];
  let bytes = 0;
  for (const question of questions) {
    const size = new TextEncoder().encode(question).length + 1;
    const last = parts.at(-1);
    if (last && last.length < MAX_MATCHED && bytes + size <= MAX_BYTES) {
      last.push(question);
      bytes += size;
    } else {
      parts.push([question]);
      bytes = size;
    }
  }
  return parts;
}
