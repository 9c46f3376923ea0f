import { useRef } from 'react';
import { Button } from './button.tsx';
import { DialogShell, type FormInDialog } from './dialog-shell.tsx';

export interface FormDialogProps extends FormInDialog {
  submitLabel: string;
  /** What the submit button says while `busy`. */
  busyLabel?: string;
  /** The form is being sent: ticks, and nothing closes the dialog. */
  busy?: boolean;
  /** Room for two columns of fields. */
  wide?: boolean;
  /** The name of the field that has the focus first; the first one without it. */
  firstField?: string | undefined;
}

/** A form in a dialog. */
export function FormFrame({
  submitLabel,
  busyLabel,
  busy = false,
  wide = false,
  firstField,
  ...dialog
}: FormDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const first = () =>
    form.current?.querySelector<HTMLElement>(firstField ? `[name="${firstField}"]` : 'input, textarea, select') ?? null;
  return (
    <DialogShell
      {...dialog}
      {...{ busy, wide, form }}
      initialFocus={first}
      foot={
        <>
          <Button waking={busy} onClick={dialog.onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={busy} className={busyLabel && 'btn--says'}>
            {busy ? (busyLabel ?? submitLabel) : submitLabel}
          </Button>
        </>
      }
    />
  );
}
