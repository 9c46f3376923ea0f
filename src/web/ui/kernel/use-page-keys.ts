import { useEffect, useEffectEvent } from 'react';

/** What single letters and signs do on a page, in small letters; undefined for what cannot be done now. */
export type PageKeys = Readonly<Record<string, (() => void) | undefined>>;

/** Not while something is typed or chosen, nor while a dialog is open or somebody has turned them off. */
export function usePageKeys(keys: PageKeys): void {
  const latest = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing, defaultPrevented } = event;
    if (ctrlKey || metaKey || altKey || repeat || isComposing || defaultPrevented) return;
    // On some keyboards signs need Shift.
    if (shiftKey && !'/?'.includes(event.key)) return;
    if (document.querySelector('.scrim,dialog[open],[data-no-keys]') || document.activeElement?.matches(TAKES_LETTERS))
      return;
    const act = keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => latest(event);
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

const TAKES_LETTERS = 'input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable],[role=listbox] *';
