import { useEffect, useState } from 'react';
import type { Order, Purchase } from '#model/orders/order.ts';
import { api } from '#web/api/identity/session.ts';
import type { FoundPurchase } from './palette-purchases.ts';

const NONE: readonly Order[] = [];

/** The orders of the customer with this email. */
export function useOwnOrders(email: string | undefined): { orders: readonly Order[]; failed: boolean } {
  const [answered, setAnswered] = useState<{ email: string; orders: readonly Order[] | undefined }>();
  useEffect(() => {
    if (!email) return;
    let current = true;
    void api.call('listMyOrders', { params: { email } }).then((answer) => {
      if (current) setAnswered({ email, orders: answer.ok ? answer.value : undefined });
    });
    return () => {
      current = false;
    };
  }, [email]);
  const its = answered && answered.email === email ? answered : undefined;
  return { orders: its?.orders ?? NONE, failed: its !== undefined && its.orders === undefined };
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
