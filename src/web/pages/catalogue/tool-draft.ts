import { TOOL_FIELDS, type ToolField } from '#model/catalogue/tool-field.ts';
import { nameOfMine } from '#web/api/identity/session.ts';
import { personalStorage, readKept } from '#web/api/personal-storage.ts';
import type { TypedStep } from '#web/ui/catalogue/typed-ladder.ts';

/** What the forms of a tool have a text field for. */
type TextField = Exclude<ToolField, 'steps'>;
export const TEXT_FIELDS = TOOL_FIELDS.filter((field): field is TextField => field !== 'steps');

export type TypedTool = Readonly<Record<TextField, string>> & { readonly steps: readonly TypedStep[] };

export interface ToolDraft {
  /** The tool's version on which the changes are based. */
  readonly version: number;
  readonly at: string;
  readonly fields: Partial<TypedTool>;
  /** The Idempotency-Key of a new tool whose answer was not heard. */
  readonly key?: string;
}

const nameOf = (id: string): string => nameOfMine(`tool-draft:${id}`);

export const keepDraft = (id: string, draft: ToolDraft): void =>
  personalStorage.setItem(nameOf(id), JSON.stringify(draft));

export const dropDraft = (id: string): void => personalStorage.removeItem(nameOf(id));

export function recallDraft(id: string): ToolDraft | undefined {
  const { version, at, fields, key } = readKept<ToolDraft>(nameOf(id));
  if (!Number.isSafeInteger(version) || typeof at !== 'string' || typeof fields !== 'object') return undefined;
  return { version: version as number, at, fields, ...(typeof key === 'string' && { key }) };
}

/**
 * Drops what was saved; what was typed since stays.
 * @param version on which the rest is based; its own where that is undefined
 */
export function dropSaved(id: string, saved: Partial<TypedTool>, version: number | undefined): void {
  const draft = recallDraft(id);
  if (!draft) return;
  const left = Object.entries(draft.fields).filter(
    ([field, typed]) => JSON.stringify(typed) !== JSON.stringify(saved[field as ToolField]),
  );
  if (left.length === 0) dropDraft(id);
  else keepDraft(id, { ...draft, version: version ?? draft.version, fields: Object.fromEntries(left) });
}
