import { type KeyboardEvent, useState } from 'react';
import type { QuantityLimits } from '#model/catalogue/quantity.ts';
import { MAX_QUANTITY } from '#model/orders/order-list.ts';
import { packsOfKey, parseQuantity, stepQuantity } from './quantity-limits.ts';

interface PadQuantityProps {
  label: string;
  /** Null of what is no quantity; what was typed stays. */
  quantity: number | null;
  /** What the text has in its place. */
  unread?: string | undefined;
  limits: QuantityLimits;
  invalid: boolean;
  describedBy?: string | undefined;
  onChange: (quantity: number | null) => void;
  /** 0 was entered. */
  onRemove: () => void;
}

/** The quantity of a row of the pad: counts with each key, so that the sums follow. */
export function PadQuantity({
  label,
  quantity,
  unread,
  limits,
  invalid,
  describedBy,
  onChange,
  onRemove,
}: PadQuantityProps) {
  const [typed, setTyped] = useState<string>();
  function read(text: string) {
    setTyped(text);
    const pieces = parseQuantity(text);
    onChange(pieces === null || pieces === 0 || pieces > MAX_QUANTITY ? null : pieces);
  }
  function finish() {
    if (typed !== undefined && parseQuantity(typed) === 0) onRemove();
    else if (quantity !== null) setTyped(undefined);
  }
  function press(event: KeyboardEvent) {
    const packs = event.altKey ? undefined : packsOfKey(event.key, limits);
    if (packs !== undefined) {
      event.preventDefault();
      if (limits.available >= limits.min) onChange(stepQuantity(quantity, packs, limits));
      setTyped(undefined);
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      finish();
    }
  }
  return (
    <input
      className="qty"
      inputMode="numeric"
      autoComplete="off"
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      value={typed ?? quantity ?? unread ?? ''}
      onChange={(event) => read(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={press}
    />
  );
}
