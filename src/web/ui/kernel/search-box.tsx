import { useEffect, useRef } from 'react';
import { Icon } from './icon.tsx';
import { usePageKeys } from './use-page-keys.ts';

interface SearchBoxProps {
  label: string;
  placeholder: string;
  words: string;
  maxLength?: number;
  onChange: (words: string) => void;
}

/** A search that changes elsewhere, by a way back or a link, changes the text; clearing it focuses the box too. */
export function SearchBox({ label, placeholder, words, maxLength, onChange }: SearchBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  // What was typed here comes back late, and must not overwrite what was typed since.
  const typed = useRef([words]);
  useEffect(() => {
    const place = typed.current.lastIndexOf(words) + 1;
    typed.current = place ? typed.current.slice(place) : [];
    if (place || !box.current || box.current.value === words) return;
    box.current.value = words;
    if (words === '') box.current.focus();
  }, [words]);
  usePageKeys({ '/': () => box.current?.focus() });
  return (
    <label className="in-pre search-box">
      <span className="sr">{label}</span>
      <input
        ref={box}
        className="in"
        type="search"
        aria-keyshortcuts="/"
        autoComplete="off"
        placeholder={placeholder}
        maxLength={maxLength}
        defaultValue={words}
        onChange={({ currentTarget: { value } }) => {
          typed.current.push(value);
          onChange(value);
        }}
      />
      <span>
        <Icon name="search" />
      </span>
    </label>
  );
}
