import { readFile } from 'node:fs/promises';

/** Three cuts of the pages' typeface, whose WOFF2 files cannot be embedded: Latin and extended Latin. */
const FILES = {
  display: 'instrument-sans-condensed-semibold.ttf',
  strong: 'instrument-sans-semibold.ttf',
  text: 'instrument-sans-regular.ttf',
} as const;

export type Typeface = keyof typeof FILES;

export async function readTypefaces(): Promise<Record<Typeface, Buffer>> {
  const read = async (file: string) => readFile(new URL(`typefaces/${file}`, import.meta.url));
  const [display, strong, text] = await Promise.all([read(FILES.display), read(FILES.strong), read(FILES.text)]);
  return { display, strong, text };
}
