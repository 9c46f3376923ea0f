import { useCallback, useEffect, useState } from 'react';
import type { OrderCase } from '#model/orders/decision.ts';
import type { Order } from '#model/orders/order.ts';
import { failureText } from '#texts/failures.ts';
import { api } from '#web/api/identity/session.ts';
import { leaveWhenRefused } from './use-shipping.ts';

export function useOrderCase(id: Order['_id']) {
  const [known, setKnown] = useState<OrderCase>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(true);

  const reload = useCallback(async () => {
    setBusy(true);
    const answer = await leaveWhenRefused(await api.call('getOrderCase', { params: { id } }));
    setBusy(false);
    setProblem(answer.ok ? undefined : failureText(answer.failure));
    if (answer.ok) setKnown(answer.value);
  }, [id]);
  useEffect(() => void reload(), [reload]);

  return { known, problem, busy, reload };
}
