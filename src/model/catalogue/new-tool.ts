import { z } from 'zod';
import { FIELDS, type FieldRow, rowOf, TOOL_FIELDS, type ToolField } from './tool-field.ts';
import { dayRule, ItemNumber, numberRule, pictureRule, Steps, textRule, wholeNumber } from './tool-rules.ts';

/** The most pieces of a tool that the shop counts. */
export const MAX_STOCK = 10_000_000;

/** POST /addTool, its fields in the order of the form. `price` is whole dollars for one piece. */
export const NewTool = z.object({
  name: textRule({ ...FIELDS.name, refusal: 'Name is missing. Type what the tool is called.' }),
  description: textRule(FIELDS.description).default(''),
  ...optionalLines(),
  sku: ItemNumber.nullish(),
  min_quantity: wholeNumber(1, FIELDS.min_quantity.max, 'Minimum quantity must be a whole number from 1 to 1,000,000.'),
  available_quantity: wholeNumber(0, MAX_STOCK, 'Available quantity must be a whole number from 0 to 10,000,000.'),
  price: numberRule(FIELDS.price),
  pack: numberRule(FIELDS.pack).default(1),
  steps: Steps.default([]),
  restock_at: dayRule(FIELDS.restock_at).default(null),
  backorder_limit: numberRule(FIELDS.backorder_limit).default(0),
  image: pictureRule({ ...FIELDS.image, refusal: 'Image is missing. Choose a picture of the tool.' }),
});
export type NewTool = z.infer<typeof NewTool>;

type OptionalLine = {
  [F in ToolField]: (typeof FIELDS)[F] extends { kind: 'line'; optional: true } ? F : never;
}[ToolField];

function optionalLines() {
  const rows = TOOL_FIELDS.map((field) => [field, rowOf(field)] as const);
  const lines = rows.filter(([, { kind, optional }]) => kind === 'line' && optional);
  const ruleOf = (row: FieldRow) => textRule(row).nullish();
  const rules = lines.map(([field, row]) => [field, ruleOf(row)]);
  return Object.fromEntries(rules) as Record<OptionalLine, ReturnType<typeof ruleOf>>;
}
