import { useMemo, useState } from 'react';
import { eachOf } from '#model/catalogue/ladder-cost.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import type { SignedIn } from '#model/identity/person.ts';
import type { Order } from '#model/orders/order.ts';
import type { Split } from '#model/orders/order-list.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { useThere } from '../kernel/use-there.ts';
import { type Contact, forgetContact } from './contact.ts';
import { keepOrderKey } from './order-key.ts';
import { showRefusal } from './purchase-failure.tsx';
import type { Wanted } from './use-plan.ts';

/** Where a purchase stands: the form, the question, the call, and how it ended. */
type PurchaseStage = 'editing' | 'asking' | 'placing' | 'placed' | 'admin';

export type Purchase = ReturnType<typeof usePurchase>;

/**
 * One purchase from question to order. Failures keep everything and say what is true now.
 * @param onFreshTool is given the tool with its new numbers when a refusal shows that those on the screen are old
 * @param admin undefined until the server has said so
 */
export function usePurchase(tool: Tool, onFreshTool: (tool: Tool) => void, user: SignedIn, admin: boolean | undefined) {
  const [stage, setStage] = useState<PurchaseStage>('editing');
  /** Dollars for one piece before the price changed under the customer's hands. */
  const [priceBefore, setPriceBefore] = useState<number>();
  const [failure, setFailure] = useState<ApiFailure>();
  /** As the server wrote it, once it answered. */
  const [order, setOrder] = useState<Order>();
  const [placedId, setPlacedId] = useState<string>();
  const keeper = useMemo(() => keepOrderKey(`${user.uid}:${tool._id}`), [user.uid, tool._id]);
  const there = useThere();

  function go(next: PurchaseStage) {
    setStage(next);
    if (stage === 'placed') void refresh();
    if (next === 'asking') setFailure(undefined);
    if (next === 'editing') setPriceBefore(undefined);
  }

  /** @param wantedIn what would be ordered of the tool as a refusal shows it */
  async function place(
    contact: Contact,
    wanted: Wanted,
    amount: number | undefined,
    wantedIn: (fresh: Tool) => Wanted | undefined,
  ) {
    const { quantity, wait } = wanted;
    setStage('placing');
    const price = eachOf(tool, quantity);
    setFailure(undefined);
    const answer = await (wait ? placeSplit(contact, quantity, wait, amount) : placeWhole(contact, quantity, amount));
    if (!answer.ok) return refuse(answer.failure, price, (fresh) => isSame(wanted, wantedIn(fresh)));
    if (!there.current) {
      keeper.forgetSoon();
      return showToast({ tone: 'success', text: 'Successfully added to order' });
    }
    keeper.forget();
    forgetContact(user.uid);
    setOrder(undefined);
    setPlacedId(answer.value.insertedId);
    setStage('placed');
    const placed = await api.call('getOrder', { params: { id: answer.value.insertedId } });
    if (placed.ok) setOrder(placed.value);
  }

  function placeWhole({ phone, address }: Contact, quantity: number, amount: number | undefined) {
    const body = {
      ...{ name: user.displayName, email: user.email, phone, address, quantity },
      ...{ tools_name: tool.name, tools_image: tool.image, tools_id: tool._id },
      ...{ tools_price: eachOf(tool, quantity), amount },
    };
    return api.call('placeOrder', { body, headers: { 'idempotency-key': keeper.keyFor() } });
  }

  /** Refused where more would wait than was shown, or longer. */
  function placeSplit(
    { phone, address }: Contact,
    quantity: number,
    { later, date }: Split,
    amount: number | undefined,
  ) {
    const line = { tools_id: tool._id, quantity, tools_price: eachOf(tool, quantity) };
    const body = { phone, address, amount, lines: [{ ...line, mayWait: true, waitMost: later, waitUntil: date }] };
    return api.call('placePurchase', { body, headers: { 'idempotency-key': keeper.keyFor() } });
  }

  async function refuse(refused: ApiFailure, price: number, isStillWanted: (fresh: Tool) => boolean) {
    const [line] = refused.lines ?? [];
    const problem = line ? { ...refused, ...line } : refused;
    if (problem.code === 'admin_cannot_order' && there.current) return setStage('admin');
    const placedBefore = problem.code === 'idempotency_key_reused';
    if (placedBefore) keeper.forget();
    const told = placedBefore ? { ...problem, figures: { ...problem.figures, of: 'form' } } : problem;
    if (!there.current) return showRefusal(tool.name, told);
    const fresh = STALE.has(problem.code) ? await refresh() : undefined;
    if (problem.code === 'price_changed' && fresh && isStillWanted(fresh)) {
      setPriceBefore(price);
      return setStage('asking');
    }
    setFailure(told);
    setStage('editing');
  }

  async function refresh(): Promise<Tool | undefined> {
    const answer = await api.call('getTool', { params: { id: tool._id } });
    if (!answer.ok) return undefined;
    onFreshTool(answer.value);
    return answer.value;
  }

  // Whether the person is an admin may be known only after the question is shown.
  const shown: PurchaseStage = admin && stage === 'asking' ? 'admin' : stage;
  return { stage: shown, priceBefore, failure, order, placedId, go, place, refresh };
}

const isSame = (one: Wanted, other: Wanted | undefined): boolean =>
  one.quantity === other?.quantity && one.wait?.later === other.wait?.later && one.wait?.date === other.wait?.date;

/** Refusals after which the numbers on the screen are old. */
const STALE: ReadonlySet<string> = new Set([
  'idempotency_key_reused',
  'price_changed',
  'amount_differs',
  'out_of_stock',
  'quantity_below_minimum',
  'not_whole_packs',
]);
