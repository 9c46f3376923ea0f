import { personalStorage, readKept } from '#web/api/personal-storage.ts';

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
export function rememberWanted(tool: WantedTool): void {
  const before = recallWanted();
  const same = before?.id === tool.id ? before : undefined;
  const [quantity, contact] = [tool.quantity ?? same?.quantity ?? null, tool.contact ?? same?.contact];
  personalStorage.setItem(NAME, JSON.stringify({ ...tool, quantity, contact }));
}

export function recallWanted(): WantedTool | undefined {
  const { id, name, quantity, contact } = readKept<WantedTool>(NAME);
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  return {
    ...{ id, name, quantity: Number.isSafeInteger(quantity) ? (quantity as number) : null },
    ...(isContact(contact) ? { contact } : {}),
  };
}

const isContact = (it: WantedTool['contact']): boolean =>
  typeof it?.of === 'string' && typeof it.phone === 'string' && typeof it.address === 'string';

export const dropWanted = (): void => personalStorage.removeItem(NAME);
