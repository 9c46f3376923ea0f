import { type ComponentType, useEffect, useEffectEvent, useReducer } from 'react';
import type { FormDialogProps, MessageDialogProps, QuestionDialogProps } from './dialog-frames.tsx';
import { showToast } from './toast.tsx';

export const FormDialog = onDemand<FormDialogProps>(async () => (await import('./dialog-frames.tsx')).FormFrame);
export const MessageDialog = onDemand<MessageDialogProps>(
  async () => (await import('./dialog-frames.tsx')).MessageFrame,
);
export const QuestionDialog = onDemand<QuestionDialogProps>(
  async () => (await import('./dialog-frames.tsx')).QuestionFrame,
);

const OFFLINE = { tone: 'danger', text: 'This did not open. The connection failed.' } as const;
/** The shop may have been renewed since this page was opened. */
const OUTDATED = {
  tone: 'danger',
  text: 'This did not open. The page may be out of date.',
  action: { label: 'Reload', onPress: () => location.reload() },
} as const;

/** The first input on a page starts fetching its dialogs. */
const SIGNS = ['pointerover', 'pointerdown', 'focusin', 'keydown'] as const;

interface Opened {
  open: boolean;
  onOpenChange?: (open: boolean) => void;
  onClose?: () => void;
}

/**
 * A dialog whose code is not part of the page: fetched at the first input, at the latest when opened. One that cannot be
 * fetched says so and is closed, so that the next press tries again.
 */
function onDemand<P extends Opened>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
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
    const { open } = props;
    const fail = useEffectEvent(() => {
      showToast(navigator.onLine ? OUTDATED : OFFLINE);
      props.onOpenChange?.(false);
      props.onClose?.();
    });
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
        () => current && fail(),
      );
      return () => {
        current = false;
      };
    }, [open]);
    const Part = part;
    return Part && <Part {...props} />;
  };
}
