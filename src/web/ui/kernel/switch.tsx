import type { ReactNode } from 'react';

export function Switch({
  on,
  onChange,
  describedBy,
  children,
}: {
  on: boolean;
  onChange: (on: boolean) => void;
  describedBy?: string;
  children: ReactNode;
}) {
  return (
    <label className="switch">
      <span className="switch__name">{children}</span>
      <span className="switch__state" aria-hidden>
        {on ? 'On' : 'Off'}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        checked={on}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
