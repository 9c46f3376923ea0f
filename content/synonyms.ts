/**
 * Words that mean the same tool: a search for one finds the tools of all. One group a line, each word in lower case and of
 * letters alone. A word also stands for longer words that have it in them, so leave out short ones such as "hat".
 */
export const synonyms: readonly (readonly string[])[] = [
  ['torch', 'flashlight'],
  ['spanner', 'wrench'],
  ['clamp', 'cramp'],
  ['hex', 'allen'],
  ['pein', 'peen'],
  ['aluminium', 'aluminum'],
];
