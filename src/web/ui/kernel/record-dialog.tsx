import { Dialog } from '@base-ui/react/dialog';
import type { FormEventHandler, ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface RecordDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Which one it is, where the title does not say. */
  description?: string;
  busy: boolean;
  /** What the button says that sends the form; absent when there is nothing to send. */
  submitLabel: string | undefined;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** What is known, and the fields. */
  children: ReactNode;
  historyTitle: string;
  history: ReactNode;
  /** What has the focus afterwards; without it, or with null, the button that opened it. */
  finalFocus?: () => HTMLElement | null;
  /** Dialogs that this one opens. */
  nested?: ReactNode;
}

/** One thing of the shop: changed by hand above, how it came about below. Nothing closes it while a change is sent. */
export function RecordDialog({
  open,
  onClose,
  title,
  description,
  busy,
  submitLabel,
  onSubmit,
  children,
  historyTitle,
  history,
  finalFocus,
  nested,
}: RecordDialogProps) {
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Viewport className="scrim">
          <Dialog.Popup className="dialog dialog--wide" finalFocus={() => finalFocus?.() ?? true}>
            <form method="post" noValidate onSubmit={onSubmit}>
              <div className="dialog__head">
                <Dialog.Title className="dialog__title">{title}</Dialog.Title>
                <Dialog.Close className="dialog__x" aria-label="Close" disabled={busy}>
                  <Icon name="x" />
                </Dialog.Close>
              </div>
              <div className="dialog__body dialog__form">
                {description !== undefined && <Dialog.Description>{description}</Dialog.Description>}
                {children}
              </div>
              <div className="dialog__foot">
                <Button disabled={busy} onClick={close}>
                  Close
                </Button>
                {submitLabel !== undefined && (
                  <Button type="submit" variant="primary" loading={busy}>
                    {submitLabel}
                  </Button>
                )}
              </div>
            </form>
            <section className="stock__moves" aria-labelledby="history">
              <h3 className="h3" id="history">
                {historyTitle}
              </h3>
              {history}
            </section>
            {nested}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
