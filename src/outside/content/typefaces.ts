import { readFile } from 'node:fs/promises';

/**
 * The shop's typeface as PDF readers know it. The pages' own files hold all weights and widths in one and are packed
 * as WOFF2, which cannot be embedded; these are three cuts of them, Latin and extended Latin, with their licence.
 */
const FILES = {
  display: 'instrument-sans-condensed-semibold.ttf',
  strong: 'instrument-sans-semibold.ttf',
  text: 'instrument-sans-regular.ttf',
} as const;

export type Typeface = keyof typeof FILES;

/** The bytes of each cut. */
export async function readTypefaces(): Promise<Record<Typeface, Buffer>> {
  const read = async (file: string) => readFile(new URL(`typefaces/${file}`, import.meta.url));
  const [display, strong, text] = await Promise.all([read(FILES.display), read(FILES.strong), read(FILES.text)]);
  return { display, strong, text };
}
