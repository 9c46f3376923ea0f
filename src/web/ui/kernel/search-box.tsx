import { useEffect, useRef } from 'react';
import { Icon } from './icon.tsx';

interface SearchBoxProps {
  /** What it searches, for screen readers. */
  label: string;
  placeholder: string;
  words: string;
  onChange: (words: string) => void;
}

/** The box in which a list is searched. A search that is cleared elsewhere empties it and brings the reader back. */
export function SearchBox({ label, placeholder, words, onChange }: SearchBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  // Its text belongs to who types: words that come back late must not overwrite newer ones.
  useEffect(() => {
    if (words !== '' || !box.current?.value) return;
    box.current.value = '';
    box.current.focus();
  }, [words]);
  return (
    <label className="in-pre search-box">
      <span className="sr">{label}</span>
      <input
        ref={box}
        className="in"
        type="search"
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
