import { type PersonalStorage, personalStorage } from '#web/api/personal-storage.ts';

/** A tool that somebody was about to order when they were sent to login. */
export interface WantedTool {
  readonly id: string;
  readonly name: string;
  /** Pieces, as far as they were chosen. */
  readonly quantity: number | null;
}

const NAME = 'wanted-tool';

export function rememberWanted(tool: WantedTool, storage: PersonalStorage = personalStorage): void {
  storage.setItem(NAME, JSON.stringify(tool));
}

/** What was wanted last in this tab and has not been gone back to. */
export function recallWanted(storage: PersonalStorage = personalStorage): WantedTool | undefined {
  try {
    const { id, name, quantity } = JSON.parse(storage.getItem(NAME) ?? '{}') as Partial<WantedTool>;
    if (typeof id !== 'string' || typeof name !== 'string') return undefined;
    return { id, name, quantity: Number.isSafeInteger(quantity) ? (quantity as number) : null };
  } catch {
    // Not written here: as good as nothing.
    return undefined;
  }
}

export function dropWanted(storage: PersonalStorage = personalStorage): void {
  storage.removeItem(NAME);
}
