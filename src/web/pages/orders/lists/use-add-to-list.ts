import { href, useNavigate } from 'react-router';
import type { Tool } from '#model/catalogue/tool.ts';
import { addTool, applyFix, lineOf, noRoom, type Split } from '#model/orders/order-list.ts';
import { formatCount } from '#texts/format.ts';
import { shortName } from '#web/ui/catalogue/short-name.ts';
import { keepUnits } from '#web/ui/kernel/keep-units.ts';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { noRoomText } from '#web/ui/orders/no-room-text.ts';
import { keepList, keptList } from './kept-list.ts';

const TOAST_SECONDS = 8;

export function useAddToList() {
  const navigate = useNavigate();
  const open = () => void navigate(href('/order-list'));
  return (tool: Tool, quantity: number, wait?: Split) => addToList(tool, quantity, open, wait);
}

/** Puts so many pieces into the order list, beside those that are there, and says so. What is missing may `wait`. */
export function addToList(tool: Tool, quantity: number, open: () => void, wait?: Split): void {
  const before = keptList();
  const after = addTool(before, tool, quantity, Date.now());
  if (!after) {
    showToast({ tone: 'danger', text: noRoomText(noRoom(before, tool, quantity) ?? 'full') });
    return;
  }
  keepList(wait ? applyFix(after, tool._id, tool, { code: 'wait', ...wait }) : after);
  const added = `${formatCount(quantity)} \u00d7 ${keepUnits(shortName(tool.name))} added to order list.`;
  const whole = formatCount(lineOf(after, tool._id)?.quantity ?? quantity);
  const text = lineOf(before, tool._id) ? `${added} Now ${whole} in your order list.` : added;
  showToast({
    ...{ tone: 'success', text, kind: 'order-list' },
    action: { label: 'Open order list', onPress: open, seconds: TOAST_SECONDS },
  });
}
