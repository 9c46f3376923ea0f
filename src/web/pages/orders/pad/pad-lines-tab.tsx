import { type ClipboardEvent, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { href, useNavigate } from 'react-router';
import type { Tool } from '#model/catalogue/tool.ts';
import type { PadLine } from '#model/orders/pad-line.ts';
import { type PadAnswer, padRows, padTotals } from '#model/orders/pad-rows.ts';
import { failureText } from '#texts/failures.ts';
import { PadBar } from '#web/ui/orders/pad-bar.tsx';
import { EntryField, EntryRow } from '#web/ui/orders/pad-entry.tsx';
import { NotCheckedNotice } from '#web/ui/orders/pad-notices.tsx';
import { parseQuantity } from '#web/ui/orders/quantity-limits.ts';
import { useHeadingAfter } from '../../kernel/use-heading-after.ts';
import { findTools } from '../find-tools.ts';
import { useToolsNow } from '../lists/use-tools-now.ts';
import { addToOrderList, readyOf } from './add-pad.ts';
import { keepPad, keptPad, type PadEntry, useKeptPad } from './kept-pad.ts';

/** One tool a line, found while typing. */
export function LinesTab() {
  const navigate = useNavigate();
  const { entries, rows, ...pad } = usePadEntries();
  const focus = useEntryFocus();
  const again = useHeadingAfter(pad.failure, pad.retry);
  const byKey = new Map(rows.map((row) => [row.line.key, row]));
  function take(entry: PadEntry, { _id, name, min_quantity }: Tool) {
    const quantity = entry.quantity.trim() === '' ? `${min_quantity}` : entry.quantity;
    pad.change(entry.key, { tool: { id: _id, name }, typed: '', quantity });
    focus.on(entry.key, '.qty');
  }
  function remove(at: number) {
    const [gone, near] = [entries[at], entries[at - 1] ?? entries[at + 1]];
    if (gone) pad.remove(gone.key);
    if (near) focus.on(near.key, 'input');
  }
  function add() {
    addToOrderList(rows, {
      toList: () => void navigate(href('/order-list')),
      toPad: () => void navigate(href('/order-pad')),
      leave: (left) => ({
        entries: entries.filter(({ key, tool, typed }) =>
          // What has no row has not been checked, or is no longer sold.
          tool ? !byKey.has(key) || left.some(({ line }) => line.key === key) : typed !== '',
        ),
      }),
    });
  }
  return (
    <div className="pad-lines">
      <h2 className="sr">Lines</h2>
      {pad.failure && (
        <div className="pad-notices">
          <NotCheckedNotice why={failureText(pad.failure)} busy={pad.busy} onRetry={again} />
        </div>
      )}
      <div className="tline tline--head" aria-hidden="true">
        <span>Item number or name</span>
        <span>Quantity</span>
        <span>Each</span>
        <span>Total</span>
        <span />
      </div>
      <ol className="tlines">
        {entries.map((entry, at) => {
          const shared = {
            no: at + 1,
            entryKey: entry.key,
            quantity: entry.quantity,
            onQuantity: (quantity: string) => pad.change(entry.key, { quantity }),
            onNext: () => focusEntry(entries[at + 1]?.key ?? entry.key, 'input'),
          };
          return entry.tool ? (
            <EntryRow
              key={entry.key}
              {...shared}
              name={entry.tool.name}
              tool={pad.toolNow(entry)}
              row={byKey.get(entry.key)}
              onRemove={() => remove(at)}
            />
          ) : (
            <EntryField
              key={entry.key}
              {...shared}
              typed={entry.typed}
              find={findTools}
              onTyped={(typed) => pad.change(entry.key, { typed })}
              onTake={(tool) => take(entry, tool)}
              onEmptied={() => at > 0 && remove(at)}
              onPaste={pasteMany}
            />
          );
        })}
      </ol>
      <p className="pad-keys">
        <span>
          <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>Enter</kbd> next field, then next line
        </span>
        <span>
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> add all
        </span>
      </p>
      <PadBar
        plain
        totals={padTotals(rows)}
        ready={readyOf(rows)}
        hint="Choose a tool for at least one line."
        onAdd={add}
      />
    </div>
  );
}

/** Several lines belong in the text box, where whoever pasted them goes on. */
function pasteMany(event: ClipboardEvent) {
  const pasted = event.clipboardData.getData('text/plain');
  if (!/\S[^\S\n\r]*[\r\n]+\s*\S/.test(pasted)) return;
  event.preventDefault();
  const text = [keptPad().text.trimEnd(), pasted].filter(Boolean).join('\n');
  flushSync(() => keepPad({ tab: 'paste', text, leftOver: 0 }));
  document.querySelector<HTMLElement>('.padbox textarea')?.focus();
}

type Place = '.qty' | 'input';

function focusEntry(key: string, field: Place): boolean {
  const control = document.querySelector<HTMLInputElement>(`[data-entry="${key}"] ${field}`);
  control?.focus();
  if (field === '.qty') control?.select();
  return control !== null;
}

/** Focuses a field of an entry once it is there. */
function useEntryFocus() {
  const next = useRef<{ key: string; field: Place }>(undefined);
  useEffect(() => {
    if (!next.current) return;
    const { key, field } = next.current;
    if (focusEntry(key, field)) next.current = undefined;
  });
  return {
    on: (key: string, field: Place) => {
      next.current = { key, field };
    },
  };
}

/** The lines of the second tab. The last one is always empty, so that there is a next one. */
function usePadEntries() {
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
