import type { ReactNode } from 'react';

/** A grey box in the place of content that is on its way. Its size comes from classes of sizes.css: `w-44 h-4`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span className={`sk ${className}`} aria-hidden="true" />;
}

/** A list while it loads: its skeleton, and what a screen reader says meanwhile. */
export function Loading({ says, children }: { says: string; children: ReactNode }) {
  return (
    <div className="late">
      <p className="sr" role="status">
        {says}
      </p>
      {children}
    </div>
  );
}
