import { useEffect, useState } from 'react';
import { look } from './use-promise-payment.ts';
import { LOOKS, waitInBrowser } from './watch-order.ts';

/** The number of the invoice, which is asked for until it is written. */
export function useInvoice(written: string | null, token: string): string | null {
  const [found, setFound] = useState<string | null>(null);
  const number = written ?? found;
  useEffect(() => {
    if (number) return;
    const stop = new AbortController();
    const watch = async () => {
      for (const pause of LOOKS) {
        await waitInBrowser(pause, stop.signal);
        const seen = stop.signal.aborted ? undefined : await look(token);
        if (stop.signal.aborted) return;
        if (seen?.ok && seen.value.invoice) return setFound(seen.value.invoice);
      }
    };
    void watch();
    return () => stop.abort();
  }, [number, token]);
  return number;
}
