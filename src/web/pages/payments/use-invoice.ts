import { useEffect, useState } from 'react';
import type { Order } from '#model/orders/order.ts';
import { api } from '#web/api/identity/session.ts';
import { waitInBrowser } from './watch-order.ts';

/** Milliseconds before each look: three quarters of a minute in all. */
const LOOKS: readonly number[] = [1000, 1000, 2000, 3000, 5000, 8000, 10_000, 15_000];

/** The number of a paid order's invoice, which is written a moment after the payment; undefined until then. */
export function useInvoice({ _id: id, paid, number, invoice }: Order): string | undefined {
  const [later, setLater] = useState<{ id: Order['_id']; invoice: string }>();
  const awaited = paid && number !== undefined && !invoice;
  useEffect(() => {
    if (!awaited) return;
    const stop = new AbortController();
    const look = async () => {
      for (const pause of LOOKS) {
        await waitInBrowser(pause, stop.signal);
        if (stop.signal.aborted) return;
        const answer = await api.call('getOrder', { params: { id } });
        if (stop.signal.aborted) return;
        if (answer.ok && answer.value.invoice) return setLater({ id, invoice: answer.value.invoice });
      }
    };
    void look();
    return () => stop.abort();
  }, [awaited, id]);
  return invoice ?? (later?.id === id ? later.invoice : undefined);
}
