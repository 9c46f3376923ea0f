import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Purchase } from '#model/orders/order.ts';
import { failureText } from '#texts/failures.ts';
import { api, nameOfMine } from '#web/api/identity/session.ts';
import { personalStorage, readKept } from '#web/api/personal-storage.ts';
import { usePageKeys } from '#web/ui/kernel/use-page-keys.ts';
import { NoteField } from '#web/ui/orders/note-field.tsx';
import { leaveWhenRefused } from './use-shipping.ts';

/**
 * Writes a note that only admins see. Enter adds it, Shift Enter begins another line; N leads here. What is not added yet
 * survives a reload and leaving the page.
 */
export function NoteForm({ purchase }: { purchase: Purchase }) {
  const { revalidate } = useRevalidator();
  const field = useRef<HTMLTextAreaElement>(null);
  const kept = nameOfMine(`note:${purchase.id}`);
  const [{ text, key }, setNote] = useState(() => recallNote(kept));
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [added, setAdded] = useState(false);
  usePageKeys({ n: () => field.current?.focus() });

  function type(typed: string) {
    const note = newNote(typed);
    setAdded(false);
    setProblem(undefined);
    setNote(note);
    if (typed === '') personalStorage.removeItem(kept);
    else personalStorage.setItem(kept, JSON.stringify(note));
  }

  async function add(event?: FormEvent) {
    event?.preventDefault();
    if (busy) return;
    if (!text.trim()) {
      setProblem('Write the note.');
      return field.current?.focus();
    }
    setBusy(true);
    setProblem(undefined);
    const headers = { 'idempotency-key': key };
    const answer = await leaveWhenRefused(
      await api.call('addNote', { params: { id: purchase.id }, headers, body: { text } }),
    );
    if (answer.ok) {
      await revalidate();
      type('');
      setAdded(true);
    } else setProblem(answer.failure.errors?.[0]?.message ?? failureText(answer.failure));
    setBusy(false);
  }

  return (
    <form className="note-form" aria-label="Note" method="post" noValidate onSubmit={(event) => void add(event)}>
      <NoteField
        ref={field}
        value={text}
        error={problem}
        readOnly={busy}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => {
          if (!isPlainEnter(event)) return;
          event.preventDefault();
          void add();
        }}
      />
      <p className="sr" role="status">
        {added && 'Note added.'}
      </p>
    </form>
  );
}

interface Note {
  readonly text: string;
  /** The Idempotency-Key of this text: sent again, also after a reload, it adds one note. */
  readonly key: string;
}

const newNote = (text: string): Note => ({ text, key: crypto.randomUUID() });

function recallNote(name: string): Note {
  const { text, key } = readKept<Note>(name);
  return typeof text === 'string' && typeof key === 'string' ? { text, key } : newNote('');
}

const isPlainEnter = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !nativeEvent.isComposing;
