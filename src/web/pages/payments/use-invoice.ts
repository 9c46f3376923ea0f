import { useEffect, useState } from 'react';
import type { Order } from '#model/orders/order.ts';
import { api } from '#web/api/identity/session.ts';
import { LOOKS, waitInBrowser } from './watch-order.ts';

/** The number of a paid order's invoice, which is written a moment after the payment; undefined until then. */
export const useInvoice = ({ _id: id, paid, number, invoice }: Order): string | undefined =>
  useWritten(invoice, paid && number !== undefined ? id : undefined, lookAtOrder);

async function lookAtOrder(id: Order['_id']): Promise<string | null | undefined> {
  const answer = await api.call('getOrder', { params: { id } });
  return answer.ok ? answer.value.invoice : undefined;
}

/**
 * The number of an invoice, which is asked for until it is written.
 * @param of whose invoice it is; undefined where none will be written
 * @param look the same function each time
 */
export function useWritten<Of extends string>(
  written: string | null | undefined,
  of: Of | undefined,
  look: (of: Of) => Promise<string | null | undefined>,
): string | undefined {
  const [found, setFound] = useState<{ of: Of; number: string }>();
  const number = written ?? (found?.of === of ? found?.number : undefined);
  useEffect(() => {
    if (number || of === undefined) return;
    const stop = new AbortController();
    const watch = async () => {
      for (const pause of LOOKS) {
        await waitInBrowser(pause, stop.signal);
        const seen = stop.signal.aborted ? undefined : await look(of);
        if (stop.signal.aborted) return;
        if (seen) return setFound({ of, number: seen });
      }
    };
    void watch();
    return () => stop.abort();
  }, [number, of, look]);
  return number;
}
