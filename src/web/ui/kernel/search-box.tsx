import { useEffect, useRef } from 'react';
import { Icon } from './icon.tsx';
import { usePageKeys } from './use-page-keys.ts';

interface SearchBoxProps {
  label: string;
  placeholder: string;
  words: string;
  onChange: (words: string) => void;
}

/** Clearing the search elsewhere empties and focuses the box. */
export function SearchBox({ label, placeholder, words, onChange }: SearchBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  // The text belongs to the user: late values must not overwrite newer ones.
  useEffect(() => {
    if (words !== '' || !box.current?.value) return;
    box.current.value = '';
    box.current.focus();
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
        defaultValue={words}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <span>
        <Icon name="search" />
      </span>
    </label>
  );
}
