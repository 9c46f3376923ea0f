import { useEffect, useEffectEvent, useState } from 'react';
import type { Tool } from '#model/catalogue/tool.ts';
import { dropWanted, recallWanted } from '../catalogue/wanted-tool.ts';

/** Null while the field holds no number. Starts with the quantity chosen before login, otherwise with the minimum. */
export function useQuantity({ _id: id, min_quantity: least }: Tool, onQuantity: (quantity: number | null) => void) {
  const [quantity, setQuantity] = useState<number | null>(() => {
    const wanted = recallWanted();
    return (wanted?.id === id ? wanted.quantity : null) ?? least;
  });
  useEffect(() => {
    if (recallWanted()?.id === id) dropWanted();
  }, [id]);
  const tell = useEffectEvent(onQuantity);
  useEffect(() => tell(quantity), [quantity]);
  return [quantity, setQuantity] as const;
}
