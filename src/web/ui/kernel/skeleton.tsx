import { type ReactNode, useState } from 'react';

/** Sized by classes of sizes.css: `w-44 h-4`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span className={`sk ${className}`} aria-hidden="true" />;
}

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
