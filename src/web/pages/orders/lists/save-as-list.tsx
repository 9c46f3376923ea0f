import { type FormEvent, useState } from 'react';
import { href, useNavigate } from 'react-router';
import { ListName, type NewList } from '#model/orders/saved-lists.ts';
import { failureText } from '#texts/failures.ts';
import { api } from '#web/api/identity/session.ts';
import { Button } from '#web/ui/kernel/button.tsx';
import { FormDialog, QuestionDialog } from '#web/ui/kernel/dialogs.tsx';
import { TextField } from '#web/ui/kernel/field.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { manyTools } from '#web/ui/orders/list-counts.ts';

const TOAST_SECONDS = 8;

interface SaveAsListProps {
  lines: NewList['lines'];
  /** The name to begin with, such as the job. */
  suggestion: string;
}

/** A button with its dialog: keeps these tools and quantities under a name. */
export function SaveAsList({ lines, suggestion }: SaveAsListProps) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  /** The name that a list of theirs has. */
  const [taken, setTaken] = useState('');
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();

  function ask() {
    setName(suggestion);
    setError(undefined);
    setProblem(undefined);
    setOpen(true);
  }

  async function save(replace: boolean) {
    const typed = ListName.safeParse(name);
    if (!typed.success) return setError(typed.error.issues[0]?.message);
    setBusy(true);
    setProblem(undefined);
    const answer = await api.call('saveList', { body: { name: typed.data, lines, ...(replace && { replace }) } });
    setBusy(false);
    if (!answer.ok && answer.failure.code === 'list_name_taken') {
      setTaken(typed.data);
      return setAsking(true);
    }
    setAsking(false);
    if (!answer.ok) return setProblem(answer.failure.errors?.[0]?.message ?? failureText(answer.failure));
    setOpen(false);
    showToast({
      ...{ tone: 'success', text: `“${typed.data}” saved.`, kind: 'saved-list' },
      action: {
        ...{ label: 'Open saved lists', seconds: TOAST_SECONDS },
        onPress: () => void navigate(href('/dashboard/lists')),
      },
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) void save(false);
  }

  return (
    <>
      <Button icon="list" onClick={ask}>
        Save as list
      </Button>
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Save as list"
        submitLabel="Save list"
        submitLook="ink"
        busy={busy && !asking}
        onSubmit={submit}
        nested={
          <QuestionDialog
            open={asking}
            onOpenChange={setAsking}
            title={
              <>
                Replace “<bdi>{taken}</bdi>”?
              </>
            }
            confirmLabel="Replace"
            cancelLabel="Cancel"
            busy={busy}
            onConfirm={() => void save(true)}
          >
            <p>You have a list with this name. What it holds is replaced by {manyTools(lines.length)}.</p>
          </QuestionDialog>
        }
      >
        <p>Tools and quantities are kept, without prices: {manyTools(lines.length)}.</p>
        <TextField
          label="Name of the list"
          name="name"
          autoComplete="off"
          aria-required
          value={name}
          error={error}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <FormProblem>{problem}</FormProblem>
      </FormDialog>
    </>
  );
}
