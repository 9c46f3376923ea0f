import { Dialog } from '@base-ui/react/dialog';
import type { FormEventHandler, ReactNode } from 'react';
import { Button } from '../kernel/button.tsx';
import { Icon } from '../kernel/icon.tsx';

interface ReviewDialogProps {
  open: boolean;
  onClose: () => void;
  /** The number that people read out. */
  number: string;
  busy: boolean;
  /** What has the focus afterwards; null for the button that opened it. */
  finalFocus: () => HTMLElement | null;
  /** Whether something can be decided. */
  decidable: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** What is known, and what can be chosen. */
  children: ReactNode;
  history: ReactNode;
  /** The question before a decision is carried out. */
  question: ReactNode;
}

/** One order that people must look into: what is known above, the decision in the middle, how it came about below. */
export function ReviewDialog({
  open,
  onClose,
  number,
  busy,
  finalFocus,
  decidable,
  onSubmit,
  children,
  history,
  question,
}: ReviewDialogProps) {
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Viewport className="scrim">
          <Dialog.Popup className="dialog dialog--wide" finalFocus={() => finalFocus() ?? true}>
            <form method="post" noValidate onSubmit={onSubmit}>
              <div className="dialog__head">
                <Dialog.Title className="dialog__title">Order {number}</Dialog.Title>
                <Dialog.Close className="dialog__x" aria-label="Close" disabled={busy}>
                  <Icon name="x" />
                </Dialog.Close>
              </div>
              <div className="dialog__body dialog__form">{children}</div>
              <div className="dialog__foot">
                <Button disabled={busy} onClick={close}>
                  Close
                </Button>
                {decidable && (
                  <Button type="submit" variant="primary" loading={busy}>
                    Decide
                  </Button>
                )}
              </div>
            </form>
            <section className="stock__moves" aria-labelledby="history">
              <h3 className="h3" id="history">
                What happened
              </h3>
              {history}
            </section>
            {question}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
