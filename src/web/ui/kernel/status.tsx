import type { ReactNode } from 'react';

/** How far something has come: nothing yet (hollow), under way (half filled), done (filled). */
export type StatusMark = 'open' | 'half' | 'done';

/** A status as a word with a marker of its own shape, so that it never depends on colour. */
export function Status({ mark, children }: { mark: StatusMark; children: ReactNode }) {
  return (
    <span className="st" data-mark={mark}>
      {children}
    </span>
  );
}
