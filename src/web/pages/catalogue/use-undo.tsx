import { type ReactNode, useRef, useState } from 'react';
import type { ToolChange } from '#model/catalogue/tool-edit.ts';
import type { FieldValue, ToolField } from '#model/catalogue/tool-field.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { titled } from '#model/kernel/titled.ts';
import { failureText, fieldTexts } from '#texts/failures.ts';
import type { Answer } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import {
  changesSentence,
  fieldWords,
  isShort,
  namedTexts,
  undoQuestion,
  valueWords,
} from '#web/ui/catalogue/change-words.ts';
import { QuestionDialog } from '#web/ui/kernel/dialogs.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { leaveWhenNoAdmin } from '../identity/access.ts';
import { pageHeading } from '../kernel/page-heading.ts';
import { useThere } from '../kernel/use-there.ts';

type Saved = Answer<'editTool'>;

interface Asked {
  readonly change: ToolChange;
  /** The version to send when the user confirms. */
  readonly version: number;
  readonly question: string;
}

const CONFIRM = 'Put back';

/** Undoes changes of a tool, each by a new change. Asks first when the same field has changed since. */
export function useUndo(
  id: ToolId,
  onSaved: (saved: Saved) => void,
): { undo: (change: ToolChange) => void; busy: number | undefined; question: ReactNode } {
  const [busy, setBusy] = useState<number>();
  const [asked, setAsked] = useState<Asked>();
  const [open, setOpen] = useState(false);
  const opener = useRef<Element>(null);
  // A toast with Undo stays when its page is left.
  const there = useThere();

  async function undo(change: ToolChange, version = change.version) {
    setBusy(change.id);
    const fields = Object.fromEntries(change.fields.map(({ field, from }) => [field, from]));
    const body = { version, undoes: change.id, ...fields };
    const answer = await leaveWhenNoAdmin(await api.call('editTool', { params: { id }, body }));
    setBusy(undefined);
    setOpen(false);
    if (answer.ok) {
      const [only] = change.fields.length === 1 ? change.fields : [];
      const text =
        only && isShort(only.field)
          ? `${titled(fieldWords(only.field))} is ${valueWords(only.field, only.from)} again.`
          : `Undone: ${changesSentence(change.fields.map(({ field, from, to }) => ({ field, from: to, to: from })))}.`;
      showToast({ tone: 'success', text });
      return onSaved(answer.value);
    }
    const { conflict, status } = answer.failure;
    if (conflict) {
      const theirs = conflict.fields.map((clash) => ({
        field: clash.field as ToolField,
        to: clash.theirs as FieldValue,
      }));
      const { version: newer } = conflict;
      const question = undoQuestion(conflict.by, theirs, change.fields);
      if (!there.current) {
        const action = { label: CONFIRM, onPress: () => void undo(change, newer) };
        return showToast({ tone: 'danger', text: question, action });
      }
      opener.current = document.activeElement;
      setAsked({ change, version: newer, question });
      return setOpen(true);
    }
    if (status === 403) return;
    const text = namedTexts(fieldTexts(answer.failure)) || failureText(answer.failure);
    showToast({ tone: 'danger', text });
  }

  const question = asked && (
    <QuestionDialog
      open={open}
      onOpenChange={setOpen}
      title="Changed again since"
      confirmLabel={CONFIRM}
      cancelLabel="Keep"
      busy={busy !== undefined}
      finalFocus={() => (opener.current?.isConnected ? null : pageHeading())}
      onConfirm={() => void undo(asked.change, asked.version)}
    >
      <p>{asked.question}</p>
    </QuestionDialog>
  );
  return { undo: (change) => void undo(change), busy, question };
}
