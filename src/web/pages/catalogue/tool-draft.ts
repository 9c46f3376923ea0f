import { type PersonalStorage, personalStorage } from '#web/api/personal-storage.ts';

/** The fields as they are typed; `image` is the address of the picture. */
export interface TypedTool {
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly sku: string;
  readonly image: string;
  readonly price: string;
  readonly min_quantity: string;
}

/** Changes of a tool that are not saved yet. */
export interface ToolDraft {
  /** The version of the tool that they were made from. */
  readonly version: number;
  readonly at: string;
  readonly fields: Partial<TypedTool>;
}

const nameOf = (id: string) => `tool-draft:${id}`;

export const keepDraft = (id: string, draft: ToolDraft, storage: PersonalStorage = personalStorage): void =>
  storage.setItem(nameOf(id), JSON.stringify(draft));

export const dropDraft = (id: string, storage: PersonalStorage = personalStorage): void =>
  storage.removeItem(nameOf(id));

/** Undefined when there is none, or none that can be read. */
export function recallDraft(id: string, storage: PersonalStorage = personalStorage): ToolDraft | undefined {
  try {
    const { version, at, fields } = JSON.parse(storage.getItem(nameOf(id)) ?? '{}') as Partial<ToolDraft>;
    if (!Number.isSafeInteger(version) || typeof at !== 'string' || typeof fields !== 'object') return undefined;
    return { version: version as number, at, fields };
  } catch {
    return undefined;
  }
}
