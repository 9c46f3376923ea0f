import { Dialog } from '@base-ui/react/dialog';
import type { FormEventHandler, ReactNode, Ref } from 'react';
import { Icon } from './icon.tsx';

/** What a dialog with a form is told by whoever opens it. */
export interface FormInDialog {
  open: boolean;
  /** Called by Escape, the cross, the button beside the submit and a press beside the dialog; who owns the form decides. */
  onClose: () => void;
  title: string;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** The fields. */
  children: ReactNode;
  /** Dialogs that this one opens. */
  nested?: ReactNode;
}

interface DialogShellProps extends FormInDialog {
  /** The form is being sent: nothing closes the dialog. */
  busy: boolean;
  /** Room for two columns of fields. */
  wide: boolean;
  form?: Ref<HTMLFormElement>;
  /** What has the focus first; the first thing that can have it without it. */
  initialFocus?: () => HTMLElement | null;
  /** What has the focus afterwards; without it, or with null, the button that opened it. */
  finalFocus?: (() => HTMLElement | null) | undefined;
  /** The buttons. */
  foot: ReactNode;
  /** What stands below the form. */
  below?: ReactNode;
}

/** What dialogs with a form have in common. Keeps the focus inside and gives it back; on phones it is a sheet from below. */
export function DialogShell({
  open,
  onClose,
  title,
  onSubmit,
  children,
  nested,
  busy,
  wide,
  form,
  initialFocus,
  finalFocus,
  foot,
  below,
}: DialogShellProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && !busy && onClose()}>
      <Dialog.Portal>
        <Dialog.Viewport className="scrim">
          <Dialog.Popup
            className={wide ? 'dialog dialog--wide' : 'dialog'}
            {...(initialFocus && { initialFocus })}
            finalFocus={() => finalFocus?.() ?? true}
          >
            <form ref={form} method="post" noValidate onSubmit={onSubmit}>
              <div className="dialog__head">
                <Dialog.Title className="dialog__title">{title}</Dialog.Title>
                <Dialog.Close className="dialog__x" aria-label="Close" disabled={busy}>
                  <Icon name="x" />
                </Dialog.Close>
              </div>
              <div className="dialog__body dialog__form">{children}</div>
              <div className="dialog__foot">{foot}</div>
            </form>
            {below}
            {nested}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
