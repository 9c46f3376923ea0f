import { useEffect, useState } from 'react';
import type { Order } from '#model/orders/order.ts';
import { api } from '#web/api/session.ts';
import type { Confirm } from './gateway.ts';
import { pay } from './pay.ts';
import { dropPending, readPending, writePending } from './pending-payment.ts';
import { waitInBrowser, watchOrder } from './watch-order.ts';

/** Where the payment page is. `message` is why the last try did not charge anything. */
export type PaymentPhase =
  | { readonly name: 'ready'; readonly message?: string }
  | { readonly name: 'paying' }
  | { readonly name: 'checking'; readonly transactionId?: string | undefined }
  | { readonly name: 'unresolved'; readonly transactionId?: string | undefined }
  | { readonly name: 'settled'; readonly order: Order };

/** Pays an order, and goes on checking until it is known how that ended. `reread` loads the order anew. */
export function usePayment(order: Order, reread: () => Promise<void>) {
  const id = order._id;
  const [phase, setPhase] = useState<PaymentPhase>(() => {
    const transactionId = order.paid ? undefined : readPending(id);
    return transactionId ? { name: 'checking', transactionId } : { name: 'ready' };
  });

  useEffect(() => {
    if (phase.name !== 'checking') return;
    const { transactionId } = phase;
    const stop = new AbortController();
    const check = async () => {
      const payable = async () => {
        const answer = transactionId ? await record(id, transactionId) : undefined;
        return answer?.ok === true && answer.value.payable;
      };
      const found = (await payable())
        ? 'payable'
        : ((await watchOrder({ read: () => read(id), wait: waitInBrowser, signal: stop.signal })) ??
          ((await payable()) ? 'payable' : undefined));
      if (stop.signal.aborted) return;
      dropPending();
      setPhase(afterCheck(found, transactionId));
    };
    void check();
    return () => stop.abort();
  }, [phase, id]);

  async function start(confirm: Confirm) {
    if (phase.name !== 'ready') return;
    setPhase({ name: 'paying' });
    const end = await pay({
      begin: () => api.call('createPaymentIntent', { body: { price: order.amount, order_id: id } }),
      confirm,
      record: (transactionId) => record(id, transactionId),
      onCharging: (transactionId) => writePending(id, transactionId),
    });
    if (end.kind === 'paid') return finish();
    if (end.kind === 'checking') return setPhase({ name: 'checking', transactionId: end.transactionId });
    dropPending();
    if (end.kind === 'stale') await reread();
    setPhase({ name: 'ready', message: end.message });
  }

  async function finish() {
    dropPending();
    const answer = await read(id);
    setPhase(answer.ok && answer.value.paid ? { name: 'settled', order: answer.value } : { name: 'checking' });
  }

  const checkAgain = () =>
    setPhase((now) => (now.name === 'unresolved' ? { name: 'checking', transactionId: now.transactionId } : now));
  return { phase, start, checkAgain };
}

function afterCheck(found: Order | 'payable' | undefined, transactionId: string | undefined): PaymentPhase {
  if (found === 'payable') return { name: 'ready', message: NOT_FINISHED };
  return found ? { name: 'settled', order: found } : { name: 'unresolved', transactionId };
}

const NOT_FINISHED = 'Your last payment was not finished, and nothing was charged. You can pay now.';

const read = (id: Order['_id']) => api.call('getOrder', { params: { id } });

const record = (id: Order['_id'], transactionId: string) =>
  api.call('confirmPayment', { params: { id }, body: { order_id: id, transactionId } });
