import { useEffect, useRef, useState } from 'react';
import { href, useNavigate } from 'react-router';
import type { Tool } from '#model/catalogue/tool.ts';
import {
  type AgainChange,
  addChosen,
  againRows,
  againTotals,
  type FormerLine,
  takeBackChosen,
} from '#model/orders/order-again.ts';
import { MAX_PURCHASE_LINES } from '#model/purchases/purchase-life.ts';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { chooseId } from '#web/ui/orders/again-table.tsx';
import { addedText, fullText } from '#web/ui/orders/again-texts.ts';
import { keepList, keptList } from './kept-list.ts';
import { useToolsNow } from './use-tools-now.ts';

const UNDO_SECONDS = 8;

/** Another tool in place of the line of a tool that cannot be had. */
interface StandIn extends FormerLine {
  readonly of: string;
}

/** Former lines at today's prices and stock: what is chosen of them, and how that comes into the order list. */
export function useAgain(former: readonly FormerLine[]) {
  const [standIns, setStandIns] = useState<readonly StandIn[]>([]);
  const [changes, setChanges] = useState<ReadonlyMap<string, AgainChange>>(new Map());
  const [problem, setProblem] = useState<string>();
  const added = useRef(false);
  const lines = [...former, ...standIns];
  const now = useToolsNow(lines.map(({ tool }) => tool));
  const rows = againRows(lines, now.tools, changes);
  const navigate = useNavigate();
  const newest = standIns.at(-1)?.tool;
  const shown = rows.some(({ line }) => line.tool === newest);
  useEffect(() => {
    if (newest && shown) document.getElementById(chooseId(newest))?.focus();
  }, [newest, shown]);

  function change(tool: string, its: AgainChange) {
    setProblem(undefined);
    setChanges((before) => new Map(before).set(tool, { ...before.get(tool), ...its }));
  }

  /** Once: the page is left for the order list, and a second press may come before it is. */
  function add() {
    if (added.current) return;
    const before = keptList();
    const after = addChosen(before, rows, Date.now());
    if (!after) return setProblem(fullText(MAX_PURCHASE_LINES - before.length));
    added.current = true;
    keepList(after);
    void navigate(href('/order-list'));
    showToast({
      ...{ tone: 'success', text: addedText(againTotals(rows).chosen), kind: 'order-list' },
      action: {
        ...{ label: 'Undo', seconds: UNDO_SECONDS },
        onPress: () => keepList(takeBackChosen(keptList(), before, rows)),
      },
    });
  }

  return {
    ...{ rows, now, problem, add },
    totals: againTotals(rows),
    choose: (tool: string, chosen: boolean) => change(tool, { chosen }),
    /** Whoever says how many wants them. */
    setQuantity: (tool: string, quantity: number) => change(tool, { quantity, chosen: true }),
    hasStandIn: (tool: string) => standIns.some(({ of }) => of === tool),
    /** The other tool gets a row of its own, and the focus once it is there. */
    takeInstead: (of: FormerLine, { _id: tool, name, image }: Tool) => {
      setProblem(undefined);
      setStandIns((before) => [...before, { of: of.tool, tool, name, image, quantity: of.quantity, last: null }]);
    },
  };
}
