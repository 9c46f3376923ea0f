import { type ReactNode, useRef } from 'react';
import { AlertDialog } from './alert-dialog.tsx';
import type { DialogTone } from './alert-frame.tsx';

export interface MessageDialogProps {
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
