import { type ComponentType, type ReactNode, useEffect, useReducer, useRef, useState } from 'react';
import { Button } from './button.tsx';
import type { AlertFrameProps, DialogTone, FormDialogProps } from './dialog-frames.tsx';

/** A form in a dialog. What draws it is loaded when somebody first uses the page that has it. */
export const FormDialog = onDemand<FormDialogProps>(async () => (await import('./dialog-frames.tsx')).FormFrame);

/** What questions and messages have in common. */
const AlertDialog = onDemand<AlertFrameProps>(async () => (await import('./dialog-frames.tsx')).AlertFrame);

interface MessageDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  tone: DialogTone;
  /** Buttons and links, the main one last: it has the focus. */
  actions: ReactNode;
  children?: ReactNode;
}

/** Says how something ended. */
export function MessageDialog({ open, onOpenChange, title, tone, actions, children }: MessageDialogProps) {
  const foot = useRef<HTMLDivElement>(null);
  const mainAction = () => [...(foot.current?.querySelectorAll<HTMLElement>('a, button') ?? [])].at(-1) ?? null;
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      tone={tone}
      sign
      initialFocus={mainAction}
      foot={
        <div className="dialog__actions" ref={foot}>
          {actions}
        </div>
      }
    >
      {children}
    </AlertDialog>
  );
}

interface QuestionDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
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

/** The first sign that somebody uses a page: what they may want next is fetched then. */
const SIGNS = ['pointerover', 'pointerdown', 'focusin', 'keydown'] as const;

/**
 * A dialog whose code is no part of the page: it is fetched when somebody first uses the page, at the latest when the
 * dialog is opened, and stands there as soon as it has come. What cannot be fetched is a failure of the page.
 */
function onDemand<P extends { open: boolean }>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let part: ComponentType<P> | undefined;
  let coming: Promise<unknown> | undefined;
  const fetchPart = () => {
    coming ??= load().then(
      (loaded) => {
        part = loaded;
      },
      (error) => {
        coming = undefined;
        throw error;
      },
    );
    return coming;
  };

  return function OnDemand(props) {
    const [, show] = useReducer((times: number) => times + 1, 0);
    const [failed, fail] = useState<{ error: unknown }>();
    const { open } = props;
    useEffect(() => {
      if (part) return;
      // Tried in silence: who opens the dialog hears of it. The answer to the sign itself is painted first: a page that
      // opens takes the focus, and what it is for must not wait.
      const fetchEarly = () => requestAnimationFrame(() => setTimeout(() => fetchPart().catch(() => {})));
      for (const sign of SIGNS) addEventListener(sign, fetchEarly, { once: true, passive: true });
      return () => {
        for (const sign of SIGNS) removeEventListener(sign, fetchEarly);
      };
    }, []);
    useEffect(() => {
      if (!open || part) return;
      let current = true;
      fetchPart().then(
        () => current && show(),
        (error) => current && fail({ error }),
      );
      return () => {
        current = false;
      };
    }, [open]);
    if (failed) throw failed.error;
    const Part = part;
    return Part && <Part {...props} />;
  };
}
