import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import type { Purchase } from '#model/orders/order.ts';
import { failureText } from '#texts/failures.ts';
import { api } from '#web/api/identity/session.ts';
import { usePageKeys } from '#web/ui/kernel/use-page-keys.ts';
import { NoteField } from '#web/ui/orders/note-field.tsx';
import { useDraft } from '../../identity/use-draft.ts';
import { useReload } from '../../kernel/use-reload.ts';
import { leaveWhenRefused } from './use-shipping.ts';

/**
 * Writes a note that only admins see. Enter adds it, Shift Enter begins another line; N leads here. What is not added yet
 * survives a reload and leaving the page.
 */
export function NoteForm({ purchase }: { purchase: Purchase }) {
  const reload = useReload();
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft(`note:${purchase.id}`, noNote);
  const { text, key } = draft.typed;
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [added, setAdded] = useState(false);
  usePageKeys({ n: () => field.current?.focus() });

  function type(typed: string) {
    setAdded(false);
    setProblem(undefined);
    draft.type({ text: typed, key: typed && crypto.randomUUID() });
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
      await reload();
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

/** `key` is the Idempotency-Key of the text: sent again, also after a reload, it adds one note. */
const noNote = () => ({ text: '', key: '' });

const isPlainEnter = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !nativeEvent.isComposing;
