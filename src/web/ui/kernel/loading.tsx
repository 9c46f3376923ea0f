import { type ReactNode, useState } from 'react';

let latest: HTMLElement | null = null;
const keep = (box: HTMLElement | null) => {
  latest = box;
};

/**
 * A skeleton with its text for screen readers. Shown after a delay, so that a quick answer does not flash, but at once
 * in place of a visible one, such as the server's.
 */
export function Loading({ says, children }: { says: string; children: ReactNode }) {
  const [late] = useState(() => !latest?.checkVisibility({ visibilityProperty: true }));
  return (
    <div ref={keep} className={late ? 'late' : undefined}>
      <p className="sr" role="status">
        {says}
      </p>
      {children}
    </div>
  );
}
