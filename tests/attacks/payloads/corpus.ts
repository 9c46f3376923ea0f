import { MARKUP } from './markup.ts';
import { PLACES } from './places.ts';
import { TRICKS } from './tricks.ts';

/** Texts that would do harm if a page, a mail or an answer took them for anything but text. Each is another one. */
export const PAYLOADS: readonly string[] = [...MARKUP, ...PLACES, ...TRICKS];

/** As few texts as hold all of these, each of at most so many characters; what is longer by itself is left out. */
export function packed(payloads: readonly string[], length: number): string[] {
  const texts: string[] = [];
  for (const payload of payloads.filter((it) => it.length <= length)) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + 1 + payload.length <= length)
      texts[texts.length - 1] = `${last} ${payload}`;
    else texts.push(payload);
  }
  return texts;
}
