import { useEffect, useState } from 'react';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { Purchase } from '#model/orders/order.ts';
import { api } from '#web/api/identity/session.ts';
import type { FoundPurchase } from './palette-purchases.ts';

/** What the customer with this email has of something; undefined before it has come, null where it did not load. */
function useOwn<T>(email: string | undefined, ask: (email: string) => Promise<Outcome<T, unknown>>) {
  const [answered, setAnswered] = useState<{ email: string; own: T | null }>();
  useEffect(() => {
    if (!email) return;
    let current = true;
    void ask(email).then((answer) => {
      if (current) setAnswered({ email, own: answer.ok ? answer.value : null });
    });
    return () => {
      current = false;
    };
  }, [email, ask]);
  return answered?.email === email ? answered?.own : undefined;
}

const askOrders = (email: string) => api.call('listMyOrders', { params: { email } });
const askLists = () => api.call('getLists', {});

export const useOwnOrders = (email: string | undefined) => useOwn(email, askOrders);
export const useOwnLists = (email: string | undefined) => useOwn(email, askLists);

/** The only purchase that was found, where it was itself looked for, with its shipments. */
export function useOnlyPurchase(found: readonly FoundPurchase[]): Purchase | undefined {
  const [known, setKnown] = useState<Purchase>();
  const [first, ...others] = found;
  const number = first?.itself && others.length === 0 ? first.number : undefined;
  const there = known?.number === number;
  useEffect(() => {
    if (!number || there) return;
    const ending = new AbortController();
    api.call('getPurchase', { params: { id: number }, signal: ending.signal }).then(
      (answer) => answer.ok && setKnown(answer.value),
      () => {},
    );
    return () => ending.abort();
  }, [number, there]);
  return there ? known : undefined;
}
