import type { Tool } from '#model/catalogue/tool.ts';
import { MAX_PAD_LINES, type PadLine } from '#model/orders/pad-line.ts';
import { type PadAnswer, padRows } from '#model/orders/pad-rows.ts';
import { parseQuantity } from '#web/ui/orders/quantity-limits.ts';
import { keepPad, keptPad, type PadEntry, useKeptPad } from './kept-pad.ts';
import { useToolsNow } from './use-tools-now.ts';

/** The lines of the second tab. The last one is always empty, so that there is a next one. */
export function usePadEntries() {
  const { entries } = useKeptPad();
  const now = useToolsNow(entries.flatMap(({ tool }) => (tool ? [tool.id] : [])));
  const shown = entries.at(-1)?.typed === '' && !entries.at(-1)?.tool ? entries : [...entries, emptyEntry(entries)];
  const lines = shown.map(lineOf);
  const rows = padRows(
    lines.filter((_, at) => toolOf(shown[at])),
    shown.flatMap((entry) => {
      const tool = toolOf(entry);
      return tool ? [{ kind: 'found' as const, tool }] : [];
    }),
    new Map(shown.flatMap((entry) => (entry.quantity.trim() === '' ? [] : [[entry.key, answerOf(entry)] as const]))),
  );
  function toolOf(entry: PadEntry | undefined): Tool | undefined {
    return (entry?.tool && now.tools.get(entry.tool.id)) ?? undefined;
  }
  return {
    entries: shown,
    rows,
    /** Null of one that is no longer sold, undefined while it is being asked for. */
    toolNow: ({ tool }: PadEntry) => (tool ? now.tools.get(tool.id) : undefined),
    failure: now.missing ? now.failure : undefined,
    busy: now.busy,
    retry: () => void now.check(),
    full: entries.length >= MAX_PAD_LINES,
    change: (key: string, change: Partial<PadEntry>) =>
      keepPad({ entries: shown.map((it) => (it.key === key ? { ...it, ...change } : it)) }),
    remove: (key: string) => keepPad({ entries: keptPad().entries.filter((it) => it.key !== key) }),
  };
}

const emptyEntry = (entries: readonly PadEntry[]): PadEntry => ({
  key: `${Math.max(0, ...entries.map(({ key }) => Number(key))) + 1}`,
  typed: '',
  quantity: '',
});

const lineOf = ({ key, typed }: PadEntry, at: number): PadLine => ({
  no: at + 1,
  text: typed,
  key,
  numbers: [],
  words: '',
});

/** What is no quantity stays as typed, and is not added. */
const answerOf = ({ quantity }: PadEntry): PadAnswer => ({ quantity: parseQuantity(quantity) || null });
