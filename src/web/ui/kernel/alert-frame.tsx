import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode, RefObject } from 'react';
import { Icon } from './icon.tsx';

export type DialogTone = 'ink' | 'success' | 'danger';

export interface AlertFrameProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
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
