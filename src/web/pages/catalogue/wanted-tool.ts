import { personalStorage, readKept } from '#web/api/personal-storage.ts';

/** The tool that was about to be ordered before the redirect to login. */
interface WantedTool {
  readonly id: string;
  readonly name: string;
  readonly quantity: number | null;
}

const NAME = 'wanted-tool';

/** Keeps the earlier quantity when the same tool is stored without one. */
export function rememberWanted(tool: WantedTool): void {
  const before = recallWanted();
  const quantity = tool.quantity ?? (before?.id === tool.id ? before.quantity : null);
  personalStorage.setItem(NAME, JSON.stringify({ ...tool, quantity }));
}

export function recallWanted(): WantedTool | undefined {
  const { id, name, quantity } = readKept<WantedTool>(NAME);
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  return { id, name, quantity: Number.isSafeInteger(quantity) ? (quantity as number) : null };
}

export const dropWanted = (): void => personalStorage.removeItem(NAME);
