import { useEffect, useState } from 'react';
import type { SignedIn } from '#model/identity/person.ts';
import type { Order } from '#model/orders/order.ts';
import { api } from '#web/api/identity/session.ts';
import { whileAwaited } from '../kernel/newest.ts';

/**
 * For the contact of the newest one; admins have none.
 * @param placed id of the order placed meanwhile: loads them again
 */
export function useEarlierOrders(user: SignedIn, customer: boolean, placed: string | undefined): readonly Order[] {
  const [found, setFound] = useState<readonly Order[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a placed order changes the answer
  useEffect(() => {
    if (!customer) return;
    const leave = new AbortController();
    const ask = (signal: AbortSignal) => api.call('listMyOrders', { params: { email: user.email }, signal });
    void whileAwaited(ask, leave.signal).then((answer) => setFound(answer.ok ? answer.value : []));
    return () => leave.abort();
  }, [user.email, customer, placed]);
  return customer ? found : [];
}
