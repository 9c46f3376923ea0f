import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef } from 'react';
import { Icon } from '#web/ui/kernel/icon.tsx';

interface StepButtonProps {
  label: string;
  icon: 'minus' | 'plus';
  onStep: () => void;
  enabled: boolean;
  small?: boolean;
}

/** Stays focusable at a limit: it looks disabled and does nothing. */
export function StepButton({ label, icon, onStep, enabled, small = false }: StepButtonProps) {
  const hold = useHoldToRepeat(onStep, enabled);
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={!enabled || undefined}
      data-disabled={enabled ? undefined : ''}
      {...hold}
    >
      <Icon name={icon} small={small} />
    </button>
  );
}

const FIRST_MS = 400;
const NEXT_MS = 60;

function useHoldToRepeat(act: () => void, enabled: boolean) {
  const latest = useRef(act);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const repeated = useRef(false);

  const stop = useCallback(() => clearTimeout(timer.current), []);

  useEffect(() => {
    latest.current = act;
    if (!enabled) stop();
  });
  useEffect(() => stop, [stop]);

  function repeat() {
    repeated.current = true;
    latest.current();
    timer.current = setTimeout(repeat, NEXT_MS);
  }

  return {
    onPointerDown(event: PointerEvent) {
      repeated.current = false;
      if (enabled && event.button === 0) timer.current = setTimeout(repeat, FIRST_MS);
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    // A long touch would open the browser's menu.
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onClick() {
      if (enabled && !repeated.current) act();
      repeated.current = false;
    },
  };
}
