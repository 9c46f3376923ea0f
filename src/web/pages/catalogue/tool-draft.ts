import { TOOL_FIELDS, type ToolField } from '#model/catalogue/tool-field.ts';
import { nameOfMine } from '#web/api/identity/session.ts';
import { type PersonalStorage, personalStorage } from '#web/api/personal-storage.ts';
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

export const keepDraft = (id: string, draft: ToolDraft, storage: PersonalStorage = personalStorage): void =>
  storage.setItem(nameOf(id), JSON.stringify(draft));

export const dropDraft = (id: string, storage: PersonalStorage = personalStorage): void =>
  storage.removeItem(nameOf(id));

export function recallDraft(id: string, storage: PersonalStorage = personalStorage): ToolDraft | undefined {
  try {
    const { version, at, fields, key } = JSON.parse(storage.getItem(nameOf(id)) ?? '{}') as Partial<ToolDraft>;
    if (!Number.isSafeInteger(version) || typeof at !== 'string' || typeof fields !== 'object') return undefined;
    return { version: version as number, at, fields, ...(typeof key === 'string' && { key }) };
  } catch {
    return undefined;
  }
}

/**
 * Drops what was saved; what was typed since stays.
 * @param version on which the rest is based; its own where that is undefined
 */
export function dropSaved(
  id: string,
  saved: Partial<TypedTool>,
  version: number | undefined,
  storage: PersonalStorage = personalStorage,
): void {
  const draft = recallDraft(id, storage);
  if (!draft) return;
  const left = Object.entries(draft.fields).filter(
    ([field, typed]) => JSON.stringify(typed) !== JSON.stringify(saved[field as ToolField]),
  );
  if (left.length === 0) dropDraft(id, storage);
  else keepDraft(id, { ...draft, version: version ?? draft.version, fields: Object.fromEntries(left) }, storage);
}
