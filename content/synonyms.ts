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

/**
 * Names of several words that mean the same, for the lines of a written order. One group a line, each in lower case and with
 * blanks instead of hyphens; the words of a name stand together.
 */
export const phrases: readonly (readonly string[])[] = [
  ['long nose', 'needle nose', 'long nosed', 'needle nosed'],
  ['tape measure', 'measuring tape'],
  ['safety helmet', 'hard hat'],
  ['spirit level', 'bubble level'],
  ['utility knife', 'utility knive', 'box cutter', 'stanley knife', 'stanley knive'],
];
