import { useEffect, useEffectEvent, useState } from 'react';
import type { Tool } from '#model/catalogue/tool.ts';
import { dropWanted, recallWanted } from '../catalogue/wanted-tool.ts';

/**
 * How many pieces are wanted; null while the box holds no number. Begins with what was chosen before the shop asked for
 * a login, else with the tool's minimum.
 */
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
