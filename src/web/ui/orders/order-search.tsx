import { useEffect, useRef } from 'react';
import { Icon } from '../kernel/icon.tsx';

/** The box in which an admin searches the orders. */
export function OrderSearch({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  const box = useRef<HTMLInputElement>(null);
  // The box belongs to who types; only a search that was cleared elsewhere empties it.
  useEffect(() => {
    if (words === '' && box.current) box.current.value = '';
  }, [words]);
  return (
    <label className="in-pre order-search">
      <span className="sr">Search orders</span>
      <input
        ref={box}
        className="in"
        type="search"
        autoComplete="off"
        placeholder="Search id, email or tool"
        defaultValue={words}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <span>
        <Icon name="search" />
      </span>
    </label>
  );
}
