import { type ReactNode, useState } from 'react';

/** A grey box in the place of content that is on its way. Its size comes from classes of sizes.css: `w-44 h-4`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span className={`sk ${className}`} aria-hidden="true" />;
}

let latest: HTMLElement | null = null;
const keep = (box: HTMLElement | null) => {
  latest = box;
};

/**
 * A list while it loads: its skeleton, and what a screen reader says meanwhile. It appears late, so that a quick answer
 * does not flash; but in place of a visible one at once, as a page's own follows the one that the server rendered.
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
