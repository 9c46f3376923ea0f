import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Tool } from '#model/catalogue/tool.ts';
import { parseQuantity } from '#web/ui/orders/quantity-limits.ts';
import { dropWanted, recallWanted } from '../catalogue/wanted-tool.ts';

/**
 * Null while the field holds no number. Starts with the quantity in the address, otherwise with that chosen before login
 * or the minimum; follows the address where it gets another one.
 */
export function useQuantity({ _id: id, min_quantity: least }: Tool, onQuantity: (quantity: number | null) => void) {
  const inAddress = quantityIn(useSearchParams()[0]);
  const [followed, follow] = useState(inAddress);
  const [quantity, setQuantity] = useState<number | null>(() => {
    const wanted = recallWanted();
    return inAddress ?? (wanted?.id === id ? wanted.quantity : null) ?? least;
  });
  if (inAddress !== followed) {
    follow(inAddress);
    if (inAddress !== null) setQuantity(inAddress);
  }
  useEffect(() => {
    if (recallWanted()?.id === id) dropWanted();
  }, [id]);
  const tell = useEffectEvent(onQuantity);
  useEffect(() => tell(quantity), [quantity]);
  return [quantity, setQuantity] as const;
}

/** "?quantity=250", as typed, also where it cannot be ordered. */
export const quantityIn = (params: URLSearchParams): number | null => parseQuantity(params.get('quantity') ?? '');
