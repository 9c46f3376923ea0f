import { useEffect, useState } from 'react';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { Order } from '#model/orders/order.ts';
import { UNDO_SECONDS } from '#model/orders/order-life.ts';
import { failureText } from '#texts/failures.ts';
import { manyPieces } from '#texts/format.ts';
import { meanwhileText } from '#texts/meanwhile.ts';
import { waitFor } from '#texts/shipping.ts';
import type { Answer, ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { leaveWhenNoAdmin } from '#web/pages/identity/access.ts';
import { useReload } from '#web/pages/kernel/use-reload.ts';
import { useThere } from '#web/pages/kernel/use-there.ts';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { manyOrders } from '#web/ui/orders/list-counts.ts';
import { orderName } from '#web/ui/orders/order-name.ts';
import { leftToShip, linesToShip, sentPieces } from '#web/ui/orders/pieces-fields.tsx';

type Purchase = NonNullable<Order['purchase']>;

/**
 * Orders as loaded, with those that were marked shipped here since. A row that was just touched keeps its place in the
 * tab where it stood until `settle`, so that it does not vanish under the pointer.
 */
export function useShipping(loaded: readonly Order[]) {
  const reload = useReload();
  const [shipped, setShipped] = useState<ReadonlyMap<string, string>>(new Map());
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const there = useThere();

  /** Beside its row, or in a toast once the list was left. */
  function tell(key: string, name: string, text: string) {
    setProblems((all) => new Map(all).set(key, text));
    if (!there.current) showToast({ tone: 'danger', text: `${name}: ${text}` });
  }

  function tellRefused(key: string, name: string, failure: ApiFailure) {
    if (failure.status !== 403) tell(key, name, failureText(failure));
  }

  /** Nothing of it can be pressed again before the list shows what became of it. */
  async function whileBusy(key: string, act: () => Promise<void>) {
    setBusy((keys) => new Set(keys).add(key));
    setProblems((all) => new Map([...all].filter(([other]) => other !== key)));
    await act();
    setBusy((keys) => new Set([...keys].filter((other) => other !== key)));
  }

  async function ship(order: Order, button: Element) {
    const { _id: id, waiting } = order;
    const row = button.closest<HTMLElement>('tr');
    const answer = await leaveWhenRefused(await api.call('shipOrder', { params: { id }, query: asShown(order) }));
    if (answer.ok) {
      keepFocusIn(row);
      setTouched((ids) => new Set(ids).add(id));
      // Of what waits the rest is still to be shipped.
      if (!waiting && !answer.value.waiting) setShipped((all) => new Map(all).set(id, new Date().toISOString()));
      const { already, shipment } = answer.value;
      if (shipment) {
        offerUndo(order, answer.value);
        // Others may have refunded pieces of it meanwhile.
        return reload();
      }
      const text = already ? meanwhileText({ did: 'shipped', ...already }) : 'Somebody else shipped it meanwhile';
      await showAsIs([id]);
      tell(id, orderName(order), `${text}. It was not shipped again.`);
    } else {
      if (answer.failure.status === 409) await showAsIs([id]);
      tellRefused(id, orderName(order), answer.failure);
    }
  }

  /** Somebody else was faster: the rows show what became of them, and stay where they are. */
  async function showAsIs(ids: readonly string[]) {
    setTouched((all) => new Set([...all, ...ids]));
    await reload();
  }

  /** All of a purchase that is pending, as one shipment: its customer gets one mail. */
  async function shipAll({ id, number, lines: count }: Purchase, orders: readonly Order[], button: Element) {
    const row = button.closest<HTMLElement>('tr');
    const toShip = linesToShip(orders);
    const pending = toShip.map(({ line }) => line._id);
    const lines = toShip.map(({ line, left }) => ({ order: line._id, pieces: left }));
    // How many have left is known of a purchase that is listed whole.
    const sent = orders.length === count ? { sent: sentPieces(orders) } : {};
    const answer = await leaveWhenRefused(await api.call('shipPurchase', { params: { id }, body: { lines, ...sent } }));
    if (!answer.ok) {
      if (answer.failure.status === 409) {
        keepFocusIn(row);
        await showAsIs(pending);
      }
      return tellRefused(number, number, answer.failure);
    }
    keepFocusIn(row);
    setTouched((ids) => new Set([...ids, ...pending]));
    const { insertedId: shipment } = answer.value;
    const now = new Date().toISOString();
    const complete = toShip.map(({ line }) => line).filter(({ waiting }) => !waiting);
    setShipped((all) => new Map([...all, ...complete.map(({ _id }) => [_id, now] as const)]));
    const action = { label: 'Undo', seconds: UNDO_SECONDS, onPress: () => void undo(shipment, number, pending) };
    const awaited = orders.reduce((sum, { waiting }) => sum + (waiting?.pieces ?? 0), 0);
    const pieces = lines.reduce((sum, line) => sum + line.pieces, 0);
    const whole = `${manyOrders(pending.length)} of ${number} marked shipped.`;
    showToast({ tone: 'success', text: awaited ? `${number}: ${partShipped(pieces, awaited)}` : whole, action });
    await reload();
  }

  function offerUndo(order: Order, { shipment = '', shipped: pieces, waiting }: Answer<'shipOrder'>) {
    const name = orderName(order);
    const action = { label: 'Undo', seconds: UNDO_SECONDS, onPress: () => void undo(shipment, name, [order._id]) };
    const text = pieces ? `${name}: ${partShipped(pieces, waiting)}` : `${name} is marked shipped.`;
    showToast({ tone: 'success', text, action });
  }

  async function undo(shipment: string, name: string, all: readonly string[]) {
    const undone = await undoShipment(shipment, name, all);
    await reload();
    if (undone) setShipped((known) => new Map([...known].filter(([other]) => !all.includes(other))));
  }

  // Until the list says so itself: another admin may take the shipment back after that.
  useEffect(() => {
    const paid = new Set<string>(loaded.filter(({ state }) => state === 'paid').map(({ _id }) => _id));
    setShipped((known) => new Map([...known].filter(([id]) => paid.has(id))));
  }, [loaded]);
  const orders = loaded.map((order): Order => {
    const shippedAt = order.state === 'paid' ? shipped.get(order._id) : undefined;
    return shippedAt ? { ...order, state: 'shipped', shipping: true, shippedAt } : order;
  });
  return {
    ...{ orders, touched, busy, problems },
    ship: (order: Order, button: Element) => whileBusy(order._id, () => ship(order, button)),
    shipAll: (purchase: Purchase, its: readonly Order[], button: Element) =>
      whileBusy(purchase.number, () => shipAll(purchase, its, button)),
    settle: () => setTouched(new Set()),
  };
}

/** May be pressed when another page is shown: what came of it is told in a toast, too. False when it was refused. */
export async function undoShipment(shipment: string, name: string, all: readonly string[]): Promise<boolean> {
  const [id = ''] = all;
  const answer = await leaveWhenRefused(await api.call('undoShipping', { params: { id }, query: { shipment } }));
  if (answer.ok && answer.value.modifiedCount === 0) {
    showToast({ tone: 'success', text: `${name}: ${takenBackBefore(answer.value)}` });
  } else if (answer.ok) {
    const what = all.length > 1 ? `${manyOrders(all.length)} are` : `${name} is`;
    showToast({
      tone: 'success',
      text: `${what} pending again. No mail was sent about ${all.length > 1 ? 'them' : 'it'}.`,
    });
  } else if (answer.failure.status !== 403) {
    showToast({ tone: 'danger', text: `${name}: ${failureText(answer.failure)}` });
  }
  return answer.ok;
}

const partShipped = (pieces: number, waiting = 0): string =>
  `${manyPieces(pieces)} marked shipped${waiting > 0 ? `, ${waitFor(waiting, 'a delivery')}` : ''}.`;

/** What the list shows, and whoever presses has packed. */
const asShown = (order: Order) => ({ pieces: String(leftToShip(order)), sent: String(sentPieces([order])) });

/** The pieces are to go again, by somebody else. */
export const takenBackBefore = ({ already }: Answer<'undoShipping'>): string =>
  `${already ? meanwhileText({ did: 'taken_back', ...already }) : 'It was taken back before'}. Nothing more was changed.`;

/** The button goes: the focus stays in its row instead of getting lost. */
function keepFocusIn(row: HTMLElement | null): void {
  if (!row?.contains(document.activeElement)) return;
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
}

/** Whoever is no admin any more is told so, too. */
export function leaveWhenRefused<O extends Outcome<unknown, ApiFailure>>(answer: O): Promise<O> {
  if (!answer.ok && answer.failure.status === 403)
    showToast({ tone: 'danger', text: 'Only admins may see all orders.' });
  return leaveWhenNoAdmin(answer);
}
