import { useCallback, useEffect, useState } from 'react';
import type { Outcome } from '#model/kernel/outcome.ts';
import { amountToPay, type Order, type Purchase } from '#model/orders/order.ts';
import { isPayPal } from '#model/purchases/paid-with.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { useWhenOnline } from '#web/ui/kernel/use-when-online.ts';
import { lastDay, type ShortLine } from '#web/ui/payments/stock-lost-words.ts';
import type { Confirm } from './gateway.ts';
import { beginFailed, changedTo, HOLD_OVER, type PayEnd, pay, type Recorded } from './pay.ts';
import { dropPending, readPending, writePending } from './pending-payment.ts';
import { NOT_FINISHED, waitInBrowser, watchOrder } from './watch-order.ts';

/**
 * `message`: why the last try charged nothing. `note`: the same, where the buyer left it so. `short`: lines whose pieces are gone; Pay waits for a decision about them.
 * `waits`: those that may wait for a delivery, as was decided.
 */
export type PaymentPhase =
  | {
      readonly name: 'ready';
      readonly message?: string;
      readonly note?: string;
      readonly short?: readonly ShortLine[];
      readonly waits?: readonly ShortLine[];
    }
  | { readonly name: 'paying' }
  | { readonly name: 'checking'; readonly transactionId?: string | undefined }
  | { readonly name: 'unresolved'; readonly transactionId?: string | undefined }
  | {
      readonly name: 'settled';
      readonly order: Order;
      readonly purchase?: Purchase | undefined;
      /** Whether it was paid on this page. */
      readonly mine: boolean;
    };

/**
 * Pays an order and polls until the result is known. `reread` loads the order again.
 * @param deliveryBy the last day that the page shows of pieces that wait
 */
export function usePayment(order: Order, deliveryBy: string | undefined, reread: () => Promise<void>) {
  const { _id: id } = order;
  const [unreachable, setUnreachable] = useState(false);
  const [phase, setPhase] = useState<PaymentPhase>(() => {
    const transactionId = pendingOf(order);
    return transactionId ? { name: 'checking', transactionId } : { name: 'ready' };
  });

  useEffect(() => {
    if (phase.name !== 'checking') return;
    const { transactionId } = phase;
    const stop = new AbortController();
    const check = async () => {
      const heard = <T extends Outcome<unknown, ApiFailure>>(answer: T): T => {
        if (!stop.signal.aborted) setUnreachable(!answer.ok && answer.failure.status === 0);
        return answer;
      };
      let why: Recorded['why'];
      const payable = async () => {
        const answer = transactionId ? heard(await record(id, transactionId)) : undefined;
        if (answer?.ok) {
          why = answer.value.why;
          return answer.value.payable;
        }
        // The shop has closed this payment: another one may be begun, if the order still waits for one.
        if (answer?.failure.code !== 'not_payable') return false;
        const now = heard(await read(id));
        return now.ok && now.value.state === 'unpaid';
      };
      const found = (await payable())
        ? 'payable'
        : ((await watchOrder({
            read: async () => heard(await read(id)),
            wait: waitInBrowser,
            signal: stop.signal,
            payable,
          })) ?? ((await payable()) ? 'payable' : undefined));
      if (stop.signal.aborted) return;
      // Without a result a reload resumes checking.
      if (found) dropPending();
      if (found === 'payable' && why === 'changed') await reread();
      const next = await afterCheck(found, id, transactionId, why);
      if (!stop.signal.aborted) setPhase(next);
    };
    void check();
    return () => stop.abort();
  }, [phase, id, reread]);

  // Back from PayPal by the browser's own button: the page is as it was when it was left.
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => {
      const transactionId = persisted ? readPending(id) : undefined;
      if (transactionId) setPhase({ name: 'checking', transactionId });
    };
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, [id]);

  const waits = phase.name === 'checking' || phase.name === 'unresolved';
  const checkAgain = useCallback(() => setPhase(checkedAnew), []);
  useWhenOnline(waits ? checkAgain : undefined);

  const mayPay = phase.name === 'ready' && !phase.short;
  const agreed = phase.name === 'ready' && phase.waits;
  // No later than what is said beside Pay: the day may have moved since.
  const wait = agreed && { mayWait: true, waitUntil: lastDay(agreed.map(({ restockAt }) => restockAt)) };
  const wanted = { price: amountToPay(order), order_id: id, deliveryBy, ...wait };

  async function start(confirm: Confirm) {
    if (!mayPay) return;
    setPhase({ name: 'paying' });
    const end = await pay({
      begin: () => api.call('createPaymentIntent', { body: wanted }),
      confirm,
      record: (transactionId) => record(id, transactionId),
      onCharging: (transactionId) => writePending(id, transactionId),
    });
    await settle(end);
  }

  /** The buyer approves it there and comes back to this page. */
  async function goToPayPal() {
    if (!mayPay) return;
    setPhase({ name: 'paying' });
    const begun = await api.call('beginPayPal', { body: wanted });
    if (!begun.ok) {
      const absent = begun.failure.code === 'provider_unavailable';
      return settle(absent ? { kind: 'declined', message: NO_PAYPAL } : beginFailed(begun.failure));
    }
    writePending(id, begun.value.transactionId);
    window.location.assign(begun.value.approveUrl);
  }

  async function settle(end: PayEnd) {
    if (end.kind === 'paid') return finish(!end.before);
    if (end.kind === 'checking') {
      if (end.transactionId) writePending(id, end.transactionId);
      return setPhase({ name: 'checking', transactionId: end.transactionId });
    }
    dropPending();
    if (end.kind === 'short') return setPhase({ name: 'ready', short: end.lines });
    const message = end.kind === 'closed' ? await whyClosed(id, wanted.price) : end.message;
    if (end.kind !== 'declined') await reread();
    // What was decided about short lines holds until the purchase has changed.
    setPhase({ name: 'ready', message, ...(end.kind === 'declined' && agreed && { waits: agreed }) });
  }

  /** What is short waits for its delivery, once the rest is paid. */
  function waitForShort() {
    if (phase.name === 'ready' && phase.short) setPhase({ name: 'ready', waits: phase.short });
  }

  /** Takes the lines that are short out of the purchase, so that the others can be paid. */
  async function dropShort(ids: readonly Order['_id'][]): Promise<string | undefined> {
    const answer = await api.call('changePurchase', { params: { id }, body: { drop: [...ids] } });
    if (!answer.ok) return failureText(answer.failure);
    await reread();
    setPhase({ name: 'ready' });
    return undefined;
  }

  async function finish(mine: boolean) {
    dropPending();
    const answer = await read(id);
    setPhase(answer.ok && answer.value.paid ? await settled(answer.value, mine) : { name: 'checking' });
  }

  return { phase, unreachable, start, goToPayPal, waitForShort, dropShort, checkAgain };
}

const checkedAnew = (now: PaymentPhase): PaymentPhase =>
  now.name === 'unresolved' || now.name === 'checking' ? { name: 'checking', transactionId: now.transactionId } : now;

/** With the purchase as it is now: what was loaded before the payment knows nothing of it. */
async function settled(order: Order, mine: boolean): Promise<PaymentPhase> {
  const { purchase: of, paid } = order;
  const whole = of && paid ? await api.call('getPurchase', { params: { id: of.id } }) : undefined;
  return { name: 'settled', order, purchase: whole?.ok ? whole.value : undefined, mine };
}

async function afterCheck(
  found: Order | 'payable' | undefined,
  id: Order['_id'],
  transactionId: string | undefined,
  why: Recorded['why'],
): Promise<PaymentPhase> {
  if (found === 'payable') return { name: 'ready', ...(await whyUnfinished(id, transactionId, why)) };
  return found ? settled(found, transactionId !== undefined) : { name: 'unresolved', transactionId };
}

const NO_PAYPAL = 'PayPal does not answer. Nothing was charged; try again in a moment.';

/** A buyer who approved it comes back from PayPal with their name there; who has not wanted it comes without. */
async function whyUnfinished(
  id: Order['_id'],
  transactionId: string | undefined,
  why: Recorded['why'],
): Promise<{ message: string } | { note: string }> {
  if (why === 'changed') return { message: await whyChanged(id) };
  if (!isPayPal(transactionId)) return { message: NOT_FINISHED };
  const approved = tokenOfAddress() === transactionId && new URLSearchParams(window.location.search).has('PayerID');
  if (!approved) return { note: NOT_FINISHED };
  return { message: why === 'refused' ? PAYPAL_REFUSED : why === 'hold_over' ? HOLD_OVER : NOT_FINISHED };
}

const readPurchase = (id: Order['_id']) => api.call('getPurchase', { params: { id } });

async function whyChanged(id: Order['_id']): Promise<string> {
  const now = await readPurchase(id);
  return now.ok ? changedTo(now.value.amount) : NOT_FINISHED;
}

async function whyClosed(id: Order['_id'], price: number): Promise<string> {
  const now = await readPurchase(id);
  if (!now.ok) return NOT_FINISHED;
  const { amount, holdUntil, state } = now.value;
  if (amount !== price) return changedTo(amount);
  return holdUntil || state === 'changing' ? NOT_FINISHED : HOLD_OVER;
}

const PAYPAL_REFUSED =
  'PayPal or your bank refused this payment, and nothing was charged. Try again, or pay in another way.';

/** What was being paid with when this page was left. It may have paid the order before the page is back. */
export const pendingOf = ({ _id, paid, paying }: Order): string | undefined =>
  readPending(_id) ?? (paid ? undefined : (tokenOfAddress() ?? paying));

/** PayPal names its order when it sends the buyer back. */
function tokenOfAddress(): string | undefined {
  const token = new URLSearchParams(window.location.search).get('token') ?? '';
  return isPayPal(token) ? token : undefined;
}

const read = (id: Order['_id']) => api.call('getOrder', { params: { id } });

const record = (id: Order['_id'], transactionId: string) =>
  api.call('confirmPayment', { params: { id }, body: { order_id: id, transactionId } });
