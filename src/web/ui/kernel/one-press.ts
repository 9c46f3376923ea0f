import type { KeyboardEvent, MouseEvent } from 'react';

/** The second click of a double click was meant for what was there before, as was a key that is still held. */
function leaveOutSecond(event: MouseEvent) {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}

export function leaveOutRepeated(event: KeyboardEvent) {
  if (event.repeat && event.key !== 'Tab') event.preventDefault();
}

/** For a button that a press turns into its opposite, and for what a press has just opened. */
export const ONE_PRESS = { onClickCapture: leaveOutSecond, onKeyDownCapture: leaveOutRepeated };
