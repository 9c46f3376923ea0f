import { useEffect, useRef } from 'react';
import { pageHeading } from './page-heading.ts';

/**
 * For a button that goes away with what it changes: the page's heading gets the focus that the button lost.
 * @param shown changes when the page shows the result
 * @param act what the button does
 * @returns call it when the button is pressed
 */
export function useHeadingAfter(shown: unknown, act?: () => void): () => void {
  const pressed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the result is shown
  useEffect(() => {
    if (pressed.current && document.activeElement === document.body) pageHeading()?.focus();
    pressed.current = false;
  }, [shown]);
  return () => {
    pressed.current = true;
    act?.();
  };
}
