import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { DialogShell, type FormInDialog } from './dialog-shell.tsx';

interface RecordDialogProps extends FormInDialog {
  /** Which one it is, where the title does not say. */
  description?: string;
  busy: boolean;
  /** What the button says that sends the form; absent when there is nothing to send. */
  submitLabel: string | undefined;
  historyTitle: string;
  history: ReactNode;
  /** What has the focus afterwards; without it, or with null, the button that opened it. */
  finalFocus?: () => HTMLElement | null;
}

/** One thing of the shop: changed by hand above, how it came about below. Nothing closes it while a change is sent. */
export function RecordDialog({
  description,
  submitLabel,
  historyTitle,
  history,
  children,
  ...dialog
}: RecordDialogProps) {
  return (
    <DialogShell
      {...dialog}
      wide
      foot={
        <>
          <Button disabled={dialog.busy} onClick={dialog.onClose}>
            Close
          </Button>
          {submitLabel !== undefined && (
            <Button type="submit" variant="primary" loading={dialog.busy}>
              {submitLabel}
            </Button>
          )}
        </>
      }
      below={
        <section className="stock__moves" aria-labelledby="history">
          <h3 className="h3" id="history">
            {historyTitle}
          </h3>
          {history}
        </section>
      }
    >
      {description !== undefined && <Dialog.Description>{description}</Dialog.Description>}
      {children}
    </DialogShell>
  );
}
