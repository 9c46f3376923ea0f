import { useRevalidator } from 'react-router';
import { useBackToTab } from '#web/api/use-back-to-tab.ts';

/**
 * Loads the page again when the person comes back to its tab: others ship, pay and cancel meanwhile. Not under an open
 * dialog, whose answer is compared with what it was opened on.
 */
export function useLoadedOnReturn(): void {
  const { revalidate } = useRevalidator();
  useBackToTab(true, () => {
    if (!document.querySelector('.scrim,dialog[open]')) void revalidate();
  });
}
