import { useEffect, useState } from 'react';
import { NO_DEFAULTS, type OrderDefaults } from '#model/orders/order-defaults.ts';
import { api } from '#web/api/identity/session.ts';
import { whileAwaited } from '../kernel/newest.ts';

/** Undefined until the shop has answered; nothing when it cannot say, or of admins. */
export function useOrderDefaults(customer: boolean): OrderDefaults | undefined {
  const [found, setFound] = useState<OrderDefaults>();
  useEffect(() => {
    if (!customer) return;
    const leave = new AbortController();
    const ask = (signal: AbortSignal) => api.call('getOrderDefaults', { signal });
    void whileAwaited(ask, leave.signal).then((answer) => setFound(answer.ok ? answer.value : NO_DEFAULTS));
    return () => leave.abort();
  }, [customer]);
  return found;
}
