import {
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { Button } from './button.tsx';
import type { AlertFrameProps, DialogTone, FormDialogProps } from './dialog-frames.tsx';

/** Its code loads with the first input on the page. */
export const FormDialog = onDemand<FormDialogProps>(async () => (await import('./dialog-frames.tsx')).FormFrame);

const AlertDialog = onDemand<AlertFrameProps>(async () => (await import('./dialog-frames.tsx')).AlertFrame);

interface MessageDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  tone: DialogTone;
  /** The main one last: it is focused. OK, which closes it, when absent. */
  actions?: ReactNode;
  children?: ReactNode;
}

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
        <div className="dialog__actions" ref={foot} onClickCapture={leaveOutSecond} onKeyDownCapture={leaveOutRepeated}>
          {actions ?? (
            <Button variant="ink" onClick={() => onOpenChange(false)}>
              OK
            </Button>
          )}
        </div>
      }
    >
      {children}
    </AlertDialog>
  );
}

/** The second click of a double click was meant for what opened the dialog, as was a key that is still held. */
function leaveOutSecond(event: MouseEvent) {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}

function leaveOutRepeated(event: KeyboardEvent) {
  if (event.repeat) event.preventDefault();
}

interface QuestionDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  tone?: DialogTone;
  confirmLabel: string;
  cancelLabel: string;
  /** The action loses data: the confirming button is red and the other one focused. */
  destructive?: boolean;
  busy?: boolean;
  /** Focused afterwards, such as a field to correct; by default what opened the question. */
  finalFocus?: () => HTMLElement | null;
  onConfirm: () => void;
  children?: ReactNode;
}

/** Does not close itself on confirmation: the caller does. */
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

/** The first input on a page starts fetching its dialogs. */
const SIGNS = ['pointerover', 'pointerdown', 'focusin', 'keydown'] as const;

/**
 * A dialog whose code is not part of the page: fetched at the first input, at the latest when opened. A failed fetch is
 * an error of the page.
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
      // Failures are ignored here: opening fetches again. After the next paint, because a page that opens must first
      // take the focus.
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
