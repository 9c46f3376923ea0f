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

/** In percent. */
export type Mishaps = ReadonlyMap<Mishap, number>;

/** Reads "lost-webhooks, slow:30"; without a number it always happens. Undefined for unknown input. */
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
