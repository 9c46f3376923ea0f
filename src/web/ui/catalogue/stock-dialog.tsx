import { Dialog } from '@base-ui/react/dialog';
import type { FormEventHandler, ReactNode } from 'react';
import { Button } from '../kernel/button.tsx';
import { Icon } from '../kernel/icon.tsx';

interface StockDialogProps {
  open: boolean;
  onClose: () => void;
  /** The tool's name. */
  name: string;
  busy: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** The fields. */
  children: ReactNode;
  /** What is below the fields. */
  history: ReactNode;
}

/** A tool's stock: changed by hand above, explained below. Nothing closes it while a change is being sent. */
export function StockDialog({ open, onClose, name, busy, onSubmit, children, history }: StockDialogProps) {
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Viewport className="scrim">
          <Dialog.Popup className="dialog dialog--wide">
            <form method="post" noValidate onSubmit={onSubmit}>
              <div className="dialog__head">
                <Dialog.Title className="dialog__title">Stock</Dialog.Title>
                <Dialog.Close className="dialog__x" aria-label="Close" disabled={busy}>
                  <Icon name="x" />
                </Dialog.Close>
              </div>
              <div className="dialog__body dialog__form">
                <Dialog.Description>{name}</Dialog.Description>
                {children}
              </div>
              <div className="dialog__foot">
                <Button disabled={busy} onClick={close}>
                  Close
                </Button>
                <Button type="submit" variant="primary" loading={busy}>
                  Save
                </Button>
              </div>
            </form>
            <section className="stock__moves" aria-labelledby="moves">
              <h3 className="h3" id="moves">
                How it came about
              </h3>
              {history}
            </section>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
