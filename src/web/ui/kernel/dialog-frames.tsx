import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog } from '@base-ui/react/dialog';
import {
  type FormEventHandler,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useRef,
} from 'react';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { leaveOutRepeated, ONE_PRESS } from './one-press.ts';

type DialogTone = 'ink' | 'success' | 'danger';

interface AlertFrameProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  tone: DialogTone;
  /** Icon of the tone before the title: for messages, not for questions. */
  sign?: boolean;
  initialFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null);
  /** Focused afterwards; by default what was focused before. */
  finalFocus?: (() => HTMLElement | null) | undefined;
  foot: ReactNode;
  children?: ReactNode;
}

const MARKS = { ink: 'ask', success: 'ok', danger: 'no' } as const;

function AlertFrame({
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
            {...(finalFocus ? { finalFocus: seen(finalFocus) } : {})}
          >
            <div className="dialog__head">
              <AlertDialog.Title className="dialog__title">
                {sign && tone !== 'ink' && <Icon name={tone === 'success' ? 'check' : 'warn'} />}
                <span>{title}</span>
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

export interface MessageDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  tone: DialogTone;
  /** The main one last: it is focused. OK, which closes it, when absent. */
  actions?: ReactNode;
  /** Focused afterwards; by default what opened it. */
  finalFocus?: () => HTMLElement | null;
  children?: ReactNode;
}

export function MessageFrame({ open, onOpenChange, title, tone, actions, finalFocus, children }: MessageDialogProps) {
  const foot = useRef<HTMLDivElement>(null);
  const mainAction = () => [...(foot.current?.querySelectorAll<HTMLElement>('a, button') ?? [])].at(-1) ?? null;
  return (
    <AlertFrame
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      tone={tone}
      sign
      initialFocus={mainAction}
      finalFocus={finalFocus}
      foot={
        <div className="dialog__actions" ref={foot} {...ONE_PRESS}>
          {actions ?? (
            <Button variant="ink" onClick={() => onOpenChange(false)}>
              OK
            </Button>
          )}
        </div>
      }
    >
      {children}
    </AlertFrame>
  );
}

/** In a form a held Enter only writes lines. */
function leaveOutHeldEnter(event: KeyboardEvent) {
  if (event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement)) leaveOutRepeated(event);
}

export interface QuestionDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  tone?: DialogTone;
  confirmLabel: string;
  cancelLabel: string;
  /** The action loses data: the confirming button is red and the other one focused. */
  destructive?: boolean;
  /** The action cannot be undone: the other button is focused. */
  forGood?: boolean;
  busy?: boolean;
  /** Focused afterwards, such as a field to correct; by default what opened the question. */
  finalFocus?: () => HTMLElement | null;
  onConfirm: () => void;
  children?: ReactNode;
}

/** A question that was asked about something, as whoever asks it keeps it. */
export type Asked = Required<Pick<QuestionDialogProps, 'open' | 'busy' | 'onOpenChange' | 'onConfirm' | 'finalFocus'>>;

/** Does not close itself on confirmation: the caller does. */
export function QuestionFrame({
  open,
  onOpenChange,
  title,
  tone = 'ink',
  confirmLabel,
  cancelLabel,
  destructive = false,
  forGood = destructive,
  busy = false,
  finalFocus,
  onConfirm,
  children,
}: QuestionDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  return (
    <AlertFrame
      open={open}
      onOpenChange={(next) => {
        if (!busy) onOpenChange(next);
      }}
      title={title}
      tone={tone}
      initialFocus={forGood ? cancel : confirm}
      finalFocus={finalFocus}
      foot={
        <div className="dialog__actions" onKeyDownCapture={leaveOutRepeated}>
          <Button ref={cancel} disabled={busy} onClick={() => onOpenChange(false)}>
            {cancelLabel}
          </Button>
          <Button ref={confirm} variant={destructive ? 'danger-solid' : 'primary'} loading={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </div>
      }
    >
      {children}
    </AlertFrame>
  );
}

/** What lies off the screen comes onto it. A dialog that has opened meanwhile keeps the focus. */
const seen = (finalFocus: () => HTMLElement | null) => () => {
  if (document.activeElement?.closest('.scrim[data-open]')) return false;
  const next = finalFocus();
  if (next)
    requestAnimationFrame(() => {
      const { top, bottom } = next.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight) next.scrollIntoView({ block: 'center' });
    });
  return next ?? true;
};

export interface FormInDialog {
  open: boolean;
  /** Called by Escape, the cross, the cancel button and a press outside; the form's owner decides. */
  onClose: () => void;
  /** Called instead by Escape and a press outside, which are easily made by mistake. */
  onDismiss?: () => void;
  title: string;
  onSubmit: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
  nested?: ReactNode;
}

interface DialogShellProps extends FormInDialog {
  /** While sending, nothing closes the dialog. */
  busy: boolean;
  wide: boolean;
  form?: Ref<HTMLFormElement>;
  /** Focused first; by default the first focusable element. */
  initialFocus?: () => HTMLElement | null;
  /** Focused afterwards; by default, or with null, the button that opened it. */
  finalFocus?: (() => HTMLElement | null) | undefined;
  foot: ReactNode;
  below?: ReactNode;
}

/** Common to dialogs with a form. Traps and restores the focus; on phones it is a bottom sheet. */
function DialogShell({
  open,
  onClose,
  onDismiss = onClose,
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
    <Dialog.Root
      open={open}
      onOpenChange={(next, { reason }) => {
        if (next || busy) return;
        if (reason === 'escape-key' || reason === 'outside-press') onDismiss();
        else onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Viewport className="scrim">
          <Dialog.Popup
            className={wide ? 'dialog dialog--wide' : 'dialog'}
            {...(initialFocus && { initialFocus })}
            finalFocus={finalFocus ? seen(finalFocus) : true}
          >
            <form ref={form} method="post" noValidate onSubmit={onSubmit} onKeyDownCapture={leaveOutHeldEnter}>
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
  /** None while there is nothing to send: the dialog can only be closed. */
  submitLabel?: string;
  submitLook?: 'primary' | 'ink' | 'danger-solid';
  submitIcon?: IconName;
  /** There is nothing to send yet. */
  submitOff?: boolean;
  /** The submit button's label while `busy`. */
  busyLabel?: string;
  busy?: boolean;
  wide?: boolean;
  /** Name of the field to focus; by default the first one. */
  firstField?: string | undefined;
  /** Focused afterwards; by default, or with null, the button that opened it. */
  finalFocus?: () => HTMLElement | null;
}

/** In a long form the first wrong field may be out of sight. */
const showWrong = (form: HTMLFormElement | null) => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();

export function FormFrame({
  submitLabel,
  submitLook = 'primary',
  submitIcon,
  submitOff = false,
  busyLabel,
  busy = false,
  wide = false,
  firstField,
  ...dialog
}: FormDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const first = () =>
    form.current?.querySelector<HTMLElement>(firstField ? `[name="${firstField}"]` : 'input, textarea, select') ?? null;
  useEffect(() => {
    if (!busy) showWrong(form.current);
  }, [busy]);
  // What had the focus may have gone with all that could be sent.
  useEffect(() => {
    if (submitLabel === undefined) cancel.current?.focus();
  }, [submitLabel]);
  return (
    <DialogShell
      {...dialog}
      {...{ busy, wide, form }}
      onSubmit={(event) => {
        // A form in whose markup the dialog stands would hear it too.
        event.stopPropagation();
        dialog.onSubmit(event);
        // Once what was said of an earlier try is gone.
        if (!busy) requestAnimationFrame(() => showWrong(form.current));
      }}
      initialFocus={first}
      foot={
        <>
          <Button ref={cancel} waking={busy} onClick={dialog.onClose}>
            {submitLabel === undefined ? 'Close' : 'Cancel'}
          </Button>
          {submitLabel !== undefined && (
            <Button
              type="submit"
              variant={submitLook}
              {...(submitIcon && { icon: submitIcon })}
              disabled={submitOff}
              loading={busy}
              className={busyLabel && 'btn--says'}
            >
              {busy ? (busyLabel ?? submitLabel) : submitLabel}
            </Button>
          )}
        </>
      }
    />
  );
}

interface RecordDialogProps extends FormInDialog {
  description?: string;
  busy: boolean;
  /** Label of the submit button; undefined when there is nothing to send. */
  submitLabel: string | undefined;
  historyTitle: string;
  history: ReactNode;
  /** Focused afterwards; by default, or with null, the button that opened it. */
  finalFocus?: () => HTMLElement | null;
}

/** One record: its form above, its history below. Nothing closes it while sending. */
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
