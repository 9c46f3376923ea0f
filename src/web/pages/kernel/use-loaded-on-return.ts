import { useRef } from 'react';
import { useBackToTab } from '#web/api/use-back-to-tab.ts';
import { useReload } from './use-reload.ts';

/**
 * Loads the page again when the person comes back to its tab: others ship, pay and cancel meanwhile. Not under an open
 * dialog, whose answer is compared with what it was opened on.
 */
export function useLoadedOnReturn(): void {
  const reload = useReload();
  // A return is told twice: of the tab, and of its window.
  const isLoading = useRef(false);
  useBackToTab(true, async () => {
    if (isLoading.current || document.querySelector('.scrim,dialog[open]')) return;
    isLoading.current = true;
    await reload();
    isLoading.current = false;
  });
}
