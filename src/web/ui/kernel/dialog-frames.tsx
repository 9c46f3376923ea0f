import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog } from '@base-ui/react/dialog';
import { type FormEventHandler, type ReactNode, type Ref, type RefObject, useRef } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export type DialogTone = 'ink' | 'success' | 'danger';

export interface AlertFrameProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  tone: DialogTone;
  /** The tone's sign before the title: a message has it, a question has not. */
  sign?: boolean;
  initialFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null);
  /** What has the focus afterwards, when it is not what had it before. */
  finalFocus?: (() => HTMLElement | null) | undefined;
  foot: ReactNode;
  children?: ReactNode;
}

const MARKS = { ink: 'ask', success: 'ok', danger: 'no' } as const;

/** What questions and messages have in common: scrim, tone, title, body and a foot of buttons. */
export function AlertFrame({
  open,
  onOpenChange,
  title,
  tone,
  sign = false,
  initialFocus,
  finalFocus,
  foot,
  children,
}: AlertFrameProps) {
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Viewport className="scrim">
          <AlertDialog.Popup
            className="dialog"
            data-tone={MARKS[tone]}
            {...(initialFocus ? { initialFocus } : {})}
            {...(finalFocus ? { finalFocus: () => finalFocus() ?? true } : {})}
          >
            <div className="dialog__head">
              <AlertDialog.Title className="dialog__title">
                {sign && tone !== 'ink' && <Icon name={tone === 'success' ? 'check' : 'warn'} />}
                {title}
              </AlertDialog.Title>
            </div>
            <AlertDialog.Description className="dialog__body" render={<div />}>
              {children}
            </AlertDialog.Description>
            <div className="dialog__foot">{foot}</div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

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
function DialogShell({
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
