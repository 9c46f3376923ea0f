import { type ComponentType, useEffect, useReducer, useState } from 'react';

/** The first sign that somebody uses a page: what they may want next is fetched then. */
const SIGNS = ['pointerover', 'pointerdown', 'focusin', 'keydown'] as const;

/**
 * A dialog whose code is no part of the page: it is fetched when somebody first uses the page, at the latest when the
 * dialog is opened, and stands there as soon as it has come. What cannot be fetched is a failure of the page.
 */
export function onDemand<P extends { open: boolean }>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
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
