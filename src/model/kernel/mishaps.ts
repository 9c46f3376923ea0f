/** What the stand-in for the card payment provider can do wrong on purpose, and what that looks like. */
export const MISHAPS = {
  'lost-webhooks': 'webhooks never arrive',
  'double-webhooks': 'webhooks arrive twice',
  'late-webhooks': 'webhooks arrive up to half a minute late, and overtake each other',
  slow: 'answers take three seconds',
  errors: 'calls fail before they did anything',
  'errors-after': 'calls do what they should and fail all the same, for good',
  'silence-after': 'calls do what they should and are never answered',
} as const;

export type Mishap = keyof typeof MISHAPS;

/** Each mishap with how many percent of the time it happens. */
export type Mishaps = ReadonlyMap<Mishap, number>;

/** Reads "lost-webhooks, slow:30"; without a number it happens always. Undefined when a word or a number is none. */
export function readMishaps(text: string): Mishaps | undefined {
  const mishaps = new Map<Mishap, number>();
  for (const part of text.split(',')) {
    const [, word = '', percent = '100'] = /^\s*([a-z-]+)(?::(\d{1,3}))?\s*$/.exec(part) ?? [];
    if (!isMishap(word) || Number(percent) > 100) return undefined;
    mishaps.set(word, Number(percent));
  }
  return mishaps;
}

const isMishap = (word: string): word is Mishap => Object.hasOwn(MISHAPS, word);
