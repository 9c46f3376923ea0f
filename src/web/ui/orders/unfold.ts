import { flushSync } from 'react-dom';

/** The button that shows the rest goes with it: the first row that comes has the focus. */
export function unfold(show: () => void, firstThatCame: () => Element | null | undefined): void {
  flushSync(show);
  const row = firstThatCame() as HTMLElement | null | undefined;
  if (!row) return;
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
}
