import { FIELDS, type FieldValue, isDay, rowOf, type ToolField } from '#model/catalogue/tool-field.ts';
import { titled } from '#model/kernel/titled.ts';
import { formatCount, formatDollars, formatList } from '#texts/format.ts';
import { formatDeliveryDay } from '#texts/format-time.ts';

export interface Change {
  readonly field: ToolField;
  readonly from: FieldValue;
  readonly to: FieldValue;
}

export const fieldWords = (field: ToolField): string => rowOf(field).words;
export const isShort = (field: ToolField): boolean => !rowOf(field).long;

/** "$9", "1,200", "Hammers", "$8 from 100, $7 from 400", "none". */
export function valueWords(field: ToolField, value: FieldValue): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'string') return rowOf(field).kind === 'day' && isDay(value) ? formatDeliveryDay(value) : value;
  if (Array.isArray(value))
    return (
      value.map((step) => `${asTyped(step.price, formatDollars)} from ${asTyped(step.from, formatCount)}`).join(', ') ||
      'none'
    );
  return field === 'price' ? formatDollars(value) : formatCount(value);
}

/** What is typed and no number stays as it is. */
const asTyped = (value: number | string, format: (number: number) => string): string =>
  typeof value === 'number' ? format(value) : value || '–';

/** "Minimum order: 12 is not a multiple of 5.": texts that do not stand beside their fields. */
export const namedTexts = (texts: readonly { readonly field: string; readonly text: string }[]): string =>
  texts
    .map(({ field, text }) => {
      const [root = ''] = field.split('.');
      return root in FIELDS ? `${titled(fieldWords(root as ToolField))}: ${text}` : text;
    })
    .join(' ');

const MAX_NAMED = 4;
const SOME = 2;

/** "price $9 → $10, minimum order 24 → 36, description"; of more than four the first two. */
export function changesSentence(changes: readonly Change[]): string {
  const words = changes.map(({ field, from, to }) =>
    isShort(field) ? `${fieldWords(field)} ${valueWords(field, from)} → ${valueWords(field, to)}` : fieldWords(field),
  );
  if (words.length <= MAX_NAMED) return words.join(', ');
  return `${words.slice(0, SOME).join(', ')} and ${words.length - SOME} more`;
}

/** @param theirs the fields as `by` saved them; `back` the fields that the undo restores */
export function undoQuestion(
  by: string,
  theirs: readonly Omit<Change, 'from'>[],
  back: readonly Omit<Change, 'to'>[],
): string {
  const set = theirs.map(({ field, to }) => {
    if (!isShort(field)) return `${fieldWords(field)} was changed`;
    return to === null
      ? `${fieldWords(field)} was emptied`
      : `${fieldWords(field)} was set to ${valueWords(field, to)}`;
  });
  const old = back.map(({ field, from }) => {
    if (!isShort(field)) return `the earlier ${fieldWords(field)}`;
    if (from === null) return `the empty ${fieldWords(field)}`;
    return back.length === 1 ? valueWords(field, from) : `${fieldWords(field)} ${valueWords(field, from)}`;
  });
  return `${titled(formatList(set))} by ${by} after this. Put ${formatList(old)} back anyway?`;
}
