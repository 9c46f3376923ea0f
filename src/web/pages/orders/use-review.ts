import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Order } from '#model/orders/order.ts';

export function useReview() {
  const { revalidate } = useRevalidator();
  const [shown, setShown] = useState<{ order: Order; open: boolean; opened: number }>();
  return {
    show: (order: Order) => setShown((before) => ({ order, open: true, opened: (before?.opened ?? 0) + 1 })),
    panel: shown && {
      ...shown,
      onClose: () => setShown({ ...shown, open: false }),
      onChange: () => void revalidate(),
    },
  };
}
