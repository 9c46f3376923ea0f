import type { ReactNode } from 'react';

/** Open is hollow, half is half filled, done is filled, back is crossed. */
export type StatusMark = 'open' | 'half' | 'done' | 'back';

/** Each mark has its own shape, so that it does not depend on colour. */
export function Status({ mark, children }: { mark: StatusMark; children: ReactNode }) {
  return (
    <span className="st" data-mark={mark}>
      {children}
    </span>
  );
}
