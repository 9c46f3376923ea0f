import { rowOf, TOOL_FIELDS } from '#model/catalogue/tool-field.ts';

const WORDS = new Map<string, string>(TOOL_FIELDS.map((field) => [field, rowOf(field).words]));

/** "minimum order, price" from "min_quantity price". A field of another version keeps its code. */
export const fieldList = (fields: string): string =>
  fields
    .split(' ')
    .map((field) => WORDS.get(field) ?? field)
    .join(', ');
