import { Icon } from '../kernel/icon.tsx';
import { useHoldToRepeat } from '../kernel/use-hold-to-repeat.ts';

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
