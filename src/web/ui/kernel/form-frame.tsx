import { Dialog } from '@base-ui/react/dialog';
import { type FormEventHandler, type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export interface FormDialogProps {
  open: boolean;
  /** Called by Escape, the cross, Cancel and a press beside the dialog; who owns the form decides. */
  onClose: () => void;
  title: string;
  submitLabel: string;
  /** What the submit button says while `busy`. */
  busyLabel?: string;
  /** The form is being sent: ticks, and nothing closes the dialog. */
  busy?: boolean;
  /** Room for two columns of fields. */
  wide?: boolean;
  /** The name of the field that has the focus first; the first one without it. */
  firstField?: string | undefined;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** The fields. */
  children: ReactNode;
  /** Dialogs that this one opens. */
  nested?: ReactNode;
}

/** A form in a dialog. Keeps the focus inside and gives it back; on phones it is a sheet from below. */
export function FormFrame({
  open,
  onClose,
  title,
  submitLabel,
  busyLabel,
  busy = false,
  wide = false,
  firstField,
  onSubmit,
  children,
  nested,
}: FormDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const first = () =>
    form.current?.querySelector<HTMLElement>(firstField ? `[name="${firstField}"]` : 'input, textarea, select') ?? null;
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Viewport className="scrim">
          <Dialog.Popup className={wide ? 'dialog dialog--wide' : 'dialog'} initialFocus={first}>
            <form ref={form} method="post" noValidate onSubmit={onSubmit}>
              <div className="dialog__head">
                <Dialog.Title className="dialog__title">{title}</Dialog.Title>
                <Dialog.Close className="dialog__x" aria-label="Close" disabled={busy}>
                  <Icon name="x" />
                </Dialog.Close>
              </div>
              <div className="dialog__body dialog__form">{children}</div>
              <div className="dialog__foot">
                <Button waking={busy} onClick={close}>
                  Cancel
                </Button>
                <Button type="submit" variant="primary" loading={busy} className={busyLabel && 'btn--says'}>
                  {busy ? (busyLabel ?? submitLabel) : submitLabel}
                </Button>
              </div>
            </form>
            {nested}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
