import { type ReactNode, useRef } from 'react';
import { AlertDialog } from './alert-dialog.tsx';
import type { DialogTone } from './alert-frame.tsx';
import { Button } from './button.tsx';

export interface QuestionDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  tone?: DialogTone;
  confirmLabel: string;
  cancelLabel: string;
  /** Something is lost by it: the confirming button turns red and the safe one has the focus. */
  destructive?: boolean;
  /** The answer is being carried out: ticks, and nothing closes the dialog. */
  busy?: boolean;
  /** What has the focus after closing, when it is not what opened the question: a field to correct. */
  finalFocus?: () => HTMLElement | null;
  onConfirm: () => void;
  children?: ReactNode;
}

/** Asks before something is done. Does not close itself on confirmation: who asked decides. */
export function QuestionDialog({
  open,
  onOpenChange,
  title,
  tone = 'ink',
  confirmLabel,
  cancelLabel,
  destructive = false,
  busy = false,
  finalFocus,
  onConfirm,
  children,
}: QuestionDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => {
        if (!busy) onOpenChange(next);
      }}
      title={title}
      tone={tone}
      initialFocus={destructive ? cancel : confirm}
      finalFocus={finalFocus}
      foot={
        <>
          <Button ref={cancel} disabled={busy} onClick={() => onOpenChange(false)}>
            {cancelLabel}
          </Button>
          <Button ref={confirm} variant={destructive ? 'danger-solid' : 'primary'} loading={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </AlertDialog>
  );
}
