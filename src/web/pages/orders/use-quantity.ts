import { useEffect, useEffectEvent, useState } from 'react';
import { href, useSearchParams } from 'react-router';
import type { Tool } from '#model/catalogue/tool.ts';
import { parseQuantity } from '#web/ui/orders/quantity-limits.ts';
import { dropWanted, recallWanted } from '../catalogue/wanted-tool.ts';

/** Milliseconds without a change before the quantity comes into the address. */
const PAUSE = 400;

/**
 * Null while the field holds no number. Starts with the quantity in the address, otherwise with that chosen before login
 * or the minimum; follows the address where it gets another one, and is kept in it.
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
  useEffect(() => {
    const timer = setTimeout(() => keepInAddress(id, quantity, least), PAUSE);
    return () => clearTimeout(timer);
  }, [id, quantity, least]);
  return [quantity, setQuantity] as const;
}

/** Not through the router, which would load the page again. */
function keepInAddress(id: string, quantity: number | null, least: number): void {
  const address = new URL(window.location.href);
  if (address.pathname !== href('/purchase/:toolId', { toolId: id })) return;
  if (quantity === null || quantity === (quantityIn(address.searchParams) ?? least)) return;
  address.searchParams.set('quantity', `${quantity}`);
  window.history.replaceState(window.history.state, '', address);
}

/** "?quantity=250", as typed, also where it cannot be ordered. */
export const quantityIn = (params: URLSearchParams): number | null => parseQuantity(params.get('quantity') ?? '');
