import { useEffect, useRef } from 'react';

/** Focuses what replaces another part of the page, whose pressed button is gone. @param shown undefined: something else takes the focus */
export function useFocusOnChange(shown: string | undefined) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (shown !== before.current && shown !== undefined) place.current?.focus();
    before.current = shown;
  }, [shown]);
  return place;
}
