import { useEffect, useRef, useState } from 'react';
import type { Tool } from '#model/catalogue/tool.ts';
import {
  applyFix,
  fixAll,
  type LineFix,
  type ListLine,
  lineOf,
  lineProblem,
  putBack,
  setQuantity,
  swapTool,
  type ToolsNow,
  without,
} from '#model/orders/order-list.ts';
import { type SavedList, withUnsaved } from '#model/orders/own-list.ts';
import { useBackToTab } from '#web/api/use-back-to-tab.ts';
import { keepList, keptList, ownList, useKeptList } from './kept-list.ts';

export type OrderList = ReturnType<typeof useOrderList>;

/** What the shop said of a line. `most`: so many it would take of it beside unpaid orders. */
export interface Refusal {
  readonly text: string;
  readonly most?: number;
}

const NONE: ReadonlyMap<string, Refusal> = new Map();

/**
 * The order list as the page shows it: what was taken out stays in its place until the page is left.
 * @param elsewhere the list as another device has left it, which the page does not show yet
 */
export function useOrderList(tools: ToolsNow, elsewhere: SavedList | undefined) {
  // One that comes from another tab is shown as soon as its price is known.
  const lines = useKeptList().filter(({ tool }) => tools.has(tool));
  const [taken, setTaken] = useState<readonly ListLine[]>([]);
  // The lines that one press changed or took out, as they were before.
  const [fixed, setFixed] = useState<readonly ListLine[]>();
  const [emptied, setEmptied] = useState<readonly ListLine[]>();
  const [refusals, refuse] = useState(NONE);
  const most = new Map([...refusals].flatMap(([tool, its]) => (its.most === undefined ? [] : [[tool, its.most]])));
  // What is unpaid may be paid or cancelled elsewhere.
  useBackToTab(refusals.size > 0, () => refuse(NONE));
  const focus = useNextFocus();

  /** Those that are not ordered or removed elsewhere. */
  function stillListed(now: readonly ListLine[]): readonly ListLine[] {
    const own = elsewhere && ownList();
    if (!own) return now;
    const { lines: there } = withUnsaved(elsewhere, own);
    return now.filter(({ tool }) => lineOf(there, tool));
  }
  /** Nothing but the change that is made is taken from the page: another tab may have changed other lines. */
  function change(make: (now: ListLine[]) => ListLine[]): void {
    const before = keptList();
    const after = make(before);
    keepList(after);
    setFixed(undefined);
    setEmptied(undefined);
    refuse((now) => new Map([...now].filter(([tool]) => isSame(lineOf(before, tool), lineOf(after, tool)))));
  }
  function remove(line: ListLine) {
    change((now) => without(now, [line.tool]));
    setTaken((before) => putBack(before, [line]));
    focus.inRow(line.tool);
  }
  function restore(line: ListLine) {
    change((now) => putBack(now, [line]));
    focus.inRow(line.tool);
  }
  function fix(line: ListLine, tool: Tool | null, how: LineFix) {
    if (how.code === 'remove') return remove(line);
    change((now) => applyFix(now, line.tool, tool, how));
    focus.inRow(line.tool);
  }
  /** The other tool takes the place of this one; the focus follows once its price is known. */
  function swap(line: ListLine, instead: Tool) {
    change((now) => swapTool(now, line, instead));
    focus.inRow(instead._id);
  }
  /** Keeps these lines instead, and answers those that differ as they were. */
  function replace(after: readonly ListLine[]): ListLine[] {
    const before = keptList();
    const gone = before.filter(({ tool }) => !lineOf(after, tool));
    keepList(after);
    setTaken((now) => putBack(now, gone));
    return before.filter((line) => !isSame(line, lineOf(after, line.tool)));
  }
  function takeBack(before: readonly ListLine[]) {
    change((now) => putBack(now, before));
    if (fixed) focus.inNotice();
  }

  const problems = new Map(
    lines.flatMap((line) => {
      const tool = tools.get(line.tool);
      const problem = tool === undefined ? undefined : lineProblem(line, tool, most.get(line.tool));
      return problem ? [[line.tool as string, problem] as const] : [];
    }),
  );
  const shown = taken.filter(({ tool }) => !lineOf(lines, tool));
  return {
    lines,
    rows: putBack(lines, shown).map((line) => ({ line, removed: lineOf(lines, line.tool) === undefined })),
    problems,
    /** So many problems one press mends. */
    mendable: stillListed(lines).filter(({ tool }) => problems.has(tool)).length,
    /** Another one each time the list is found changed elsewhere. */
    changedElsewhere: elsewhere?.version,
    setQuantity: (tool: Tool, quantity: number) => change((now) => setQuantity(now, tool, quantity)),
    remove,
    restore,
    fix,
    swap,
    fixed,
    fixAll: () => {
      const now = keptList();
      const listed = stillListed(now);
      const others = now.filter((line) => !listed.includes(line));
      setFixed(replace(putBack(others, fixAll(listed, tools, most))));
      focus.inNotice();
    },
    emptied,
    empty: () => setEmptied(replace([])),
    takeBack,
    /** By tool: why the shop did not take these lines, until they change. */
    refusals,
    refuse,
    /** Takes out what was ordered. */
    drop: (ordered: readonly string[]) => change((now) => without(now, ordered)),
  };
}

const isSame = (one: ListLine | undefined, other: ListLine | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** What was pressed goes: the focus moves to what takes its place, in the same row or in the same notice. */
function useNextFocus() {
  const next = useRef<() => HTMLElement | null | undefined>(undefined);
  useEffect(() => {
    // Whoever has gone on to something else stays there.
    const place = document.activeElement === document.body ? next.current?.() : document.activeElement;
    if (!place) return;
    if (place instanceof HTMLElement) place.focus();
    next.current = undefined;
  });
  return {
    inRow: (tool: string) => {
      next.current = () => {
        const row = document.querySelector(`[data-tool="${tool}"]`);
        return row?.querySelector('input') ?? row?.querySelector('button');
      };
    },
    inNotice: () => {
      next.current = () => document.querySelector<HTMLElement>('.list-docket__note button');
    },
  };
}
