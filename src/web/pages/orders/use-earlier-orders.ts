import { useEffect, useState } from 'react';
import type { SignedIn } from '#model/identity/person.ts';
import type { Order } from '#model/orders/order.ts';
import { api } from '#web/api/session.ts';
import { whileAwaited } from '../kernel/newest.ts';
import { offerIsOpen } from './first-order.ts';

/** What a customer's earlier orders say: whether the first-order offer shows, and whom to reach. */
export interface EarlierOrders {
  readonly offer: 'asking' | 'open' | 'used' | 'unknown';
  readonly orders: readonly Order[];
}

const NONE: EarlierOrders = { offer: 'asking', orders: [] };

/**
 * Asks for the customer's orders; admins have none.
 * @param placed the order that was placed meanwhile: with a new one they are asked for again
 */
export function useEarlierOrders(user: SignedIn, customer: boolean, placed: string | undefined): EarlierOrders {
  const [found, setFound] = useState(NONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a placed order changes the answer
  useEffect(() => {
    if (!customer) return;
    const leave = new AbortController();
    const ask = (signal: AbortSignal) => api.call('listMyOrders', { params: { email: user.email }, signal });
    void whileAwaited(ask, leave.signal).then((answer) =>
      setFound(
        answer.ok
          ? { offer: offerIsOpen(answer.value) ? 'open' : 'used', orders: answer.value }
          : { offer: 'unknown', orders: [] },
      ),
    );
    return () => leave.abort();
  }, [user.email, customer, placed]);
  return customer ? found : NONE;
}
