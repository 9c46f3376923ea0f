import { type PersonalStorage, personalStorage } from '#web/api/personal-storage.ts';

/** The tool that was about to be ordered before the redirect to login. */
export interface WantedTool {
  readonly id: string;
  readonly name: string;
  readonly quantity: number | null;
  /** Shown only to the person who typed it. */
  readonly contact?: { readonly of: string; readonly phone: string; readonly address: string } | undefined;
}

const NAME = 'wanted-tool';

/** Keeps earlier quantity and contact when the same tool is stored without them. */
export function rememberWanted(tool: WantedTool, storage: PersonalStorage = personalStorage): void {
  const before = recallWanted(storage);
  const same = before?.id === tool.id ? before : undefined;
  const [quantity, contact] = [tool.quantity ?? same?.quantity ?? null, tool.contact ?? same?.contact];
  storage.setItem(NAME, JSON.stringify({ ...tool, quantity, contact }));
}

export function recallWanted(storage: PersonalStorage = personalStorage): WantedTool | undefined {
  try {
    const { id, name, quantity, contact } = JSON.parse(storage.getItem(NAME) ?? '{}') as Partial<WantedTool>;
    if (typeof id !== 'string' || typeof name !== 'string') return undefined;
    return {
      ...{ id, name, quantity: Number.isSafeInteger(quantity) ? (quantity as number) : null },
      ...(isContact(contact) ? { contact } : {}),
    };
  } catch {
    // Unreadable: as good as nothing.
    return undefined;
  }
}

const isContact = (it: WantedTool['contact']): boolean =>
  typeof it?.of === 'string' && typeof it.phone === 'string' && typeof it.address === 'string';

export function dropWanted(storage: PersonalStorage = personalStorage): void {
  storage.removeItem(NAME);
}
