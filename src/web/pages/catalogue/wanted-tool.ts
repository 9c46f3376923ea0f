import { type PersonalStorage, personalStorage } from '#web/api/personal-storage.ts';

/** A tool that somebody was about to order when they were sent to login. */
export interface WantedTool {
  readonly id: string;
  readonly name: string;
  /** Pieces, as far as they were chosen. */
  readonly quantity: number | null;
  /** Whom and where to reach, and the person who typed it: shown to nobody else. */
  readonly contact?: { readonly of: string; readonly phone: string; readonly address: string } | undefined;
}

const NAME = 'wanted-tool';

/** What was chosen and typed before stays when the same tool is wanted again without it. */
export function rememberWanted(tool: WantedTool, storage: PersonalStorage = personalStorage): void {
  const before = recallWanted(storage);
  const same = before?.id === tool.id ? before : undefined;
  const [quantity, contact] = [tool.quantity ?? same?.quantity ?? null, tool.contact ?? same?.contact];
  storage.setItem(NAME, JSON.stringify({ ...tool, quantity, contact }));
}

/** What was wanted last in this tab and has not been gone back to. */
export function recallWanted(storage: PersonalStorage = personalStorage): WantedTool | undefined {
  try {
    const { id, name, quantity, contact } = JSON.parse(storage.getItem(NAME) ?? '{}') as Partial<WantedTool>;
    if (typeof id !== 'string' || typeof name !== 'string') return undefined;
    return {
      ...{ id, name, quantity: Number.isSafeInteger(quantity) ? (quantity as number) : null },
      ...(isContact(contact) ? { contact } : {}),
    };
  } catch {
    // Not written here: as good as nothing.
    return undefined;
  }
}

const isContact = (it: WantedTool['contact']): boolean =>
  typeof it?.of === 'string' && typeof it.phone === 'string' && typeof it.address === 'string';

export function dropWanted(storage: PersonalStorage = personalStorage): void {
  storage.removeItem(NAME);
}
