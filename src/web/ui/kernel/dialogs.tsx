import { type ComponentType, useEffect, useReducer, useState } from 'react';
import type { FormDialogProps, MessageDialogProps, QuestionDialogProps } from './dialog-frames.tsx';

export const FormDialog = onDemand<FormDialogProps>(async () => (await import('./dialog-frames.tsx')).FormFrame);
export const MessageDialog = onDemand<MessageDialogProps>(
  async () => (await import('./dialog-frames.tsx')).MessageFrame,
);
export const QuestionDialog = onDemand<QuestionDialogProps>(
  async () => (await import('./dialog-frames.tsx')).QuestionFrame,
);

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
