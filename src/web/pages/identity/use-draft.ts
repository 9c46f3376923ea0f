import { useState } from 'react';
import { nameOfMine } from '#web/api/identity/session.ts';
import { personalStorage, readKept } from '#web/api/personal-storage.ts';

/**
 * What is typed in a form. It survives Escape, a reload, leaving the page and an end of the session, until `forget`: once
 * it is sent, or cancelled.
 * @param about where the form is opened again for the same thing, it begins with what was typed
 * @param begin what it begins with otherwise; as long as nothing differs from it, nothing is kept
 */
export function useDraft<T extends object>(about: string, begin: () => T) {
  // It stays that of whoever opened the form.
  const [name] = useState(() => nameOfMine(about));
  const [first] = useState(begin);
  const [typed, setTyped] = useState(() => recall(name, first));
  return {
    typed,
    type(change: Partial<T>) {
      const next = { ...recall(name, first), ...change };
      setTyped(next);
      const text = JSON.stringify(next);
      if (text === JSON.stringify(first)) personalStorage.removeItem(name);
      else personalStorage.setItem(name, text);
    },
    /** The form goes on showing it. */
    forget: () => personalStorage.removeItem(name),
  };
}

/** What is of another kind than the form's own is none of it. */
function recall<T extends object>(name: string, first: T): T {
  const kept: Record<string, unknown> = readKept(name);
  const fields = Object.entries(first).map(([field, its]) => [
    field,
    typeof kept[field] === typeof its ? kept[field] : its,
  ]);
  return Object.fromEntries(fields) as T;
}
