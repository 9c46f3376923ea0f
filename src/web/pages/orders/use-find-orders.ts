import { useEffect, useState } from 'react';
import type { Order, Purchase } from '#model/orders/order.ts';
import type { ListRow } from '#model/orders/saved-lists.ts';
import { api } from '#web/api/identity/session.ts';
import type { FoundPurchase } from './palette-purchases.ts';

/** Undefined is what did not load. */
interface Own {
  readonly email: string;
  readonly orders: readonly Order[] | undefined;
  readonly lists: readonly ListRow[] | undefined;
}

/** The orders and saved lists of the customer with this email. Undefined before they have come. */
export function useOwn(email: string | undefined): Own | undefined {
  const [own, setOwn] = useState<Own>();
  useEffect(() => {
    if (!email) return;
    let current = true;
    void Promise.all([api.call('listMyOrders', { params: { email } }), api.call('getLists', {})]).then(
      ([orders, lists]) => {
        if (!current) return;
        setOwn({ email, orders: orders.ok ? orders.value : undefined, lists: lists.ok ? lists.value : undefined });
      },
    );
    return () => {
      current = false;
    };
  }, [email]);
  return own?.email === email ? own : undefined;
}

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
