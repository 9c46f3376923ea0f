import { lineOf, noRoom, putBack, without } from '#model/orders/order-list.ts';
import { addPad, type PadRow } from '#model/orders/pad-rows.ts';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { manyLines } from '#web/ui/orders/list-counts.ts';
import { noRoomText } from '#web/ui/orders/no-room-text.ts';
import { keepList, keptList } from '../lists/kept-list.ts';
import { type KeptPad, keepPad, keptPad, takeBack } from './kept-pad.ts';

const TOAST_SECONDS = 8;

interface Ways {
  readonly toList: () => void;
  readonly toPad: () => void;
  /** The pad with nothing on it but these of its lines. */
  readonly leave: (open: readonly PadRow[]) => Partial<KeptPad>;
}

/** What was added last: pressed twice at once, the button has the same rows again. */
let lastAdded: readonly PadRow[] | undefined;

/** Puts what is recognised into the order list and opens it; lines that are still open stay on the pad. */
export function addToOrderList(rows: readonly PadRow[], { toList, toPad, leave }: Ways): void {
  if (rows === lastAdded) return;
  const [list, pad] = [keptList(), keptPad()];
  const { list: after, added, left } = addPad(list, rows, Date.now());
  const [why] = left.flatMap(({ tool, quantity }) => (quantity ? (noRoom(after, tool, quantity) ?? []) : []));
  if (added.length === 0) {
    if (why) showToast({ tone: 'danger', text: noRoomText(why) });
    return;
  }
  lastAdded = rows;
  keepList(after);
  const open = rows.filter((row) => row.kind !== 'found' || left.includes(row));
  keepPad({ leftOver: open.length, ...leave(open) });
  const afterwards = keptPad();
  toList();
  showToast({
    ...{
      tone: 'success',
      text: `${manyLines(added.length)} added to order list.${why ? ` ${noRoomText(why)}` : ''}`,
      kind: 'order-list',
    },
    action: { label: 'Undo', onPress: undo, seconds: TOAST_SECONDS },
  });

  function undo() {
    lastAdded = undefined;
    const ids = [...new Set(added.map(({ tool }) => tool._id))];
    const were = ids.flatMap((id) => lineOf(list, id) ?? []);
    keepList(putBack(without(keptList(), ids), were));
    takeBack(pad, afterwards);
    toPad();
  }
}

/** How many lines can be added. */
export const readyOf = (rows: readonly PadRow[]): number =>
  rows.filter((row) => row.kind === 'found' && row.quantity).length;
