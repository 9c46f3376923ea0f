import type { ReactNode } from 'react';
import { formatCount } from '#texts/format.ts';
import { Button } from './button.tsx';
import { FormProblem } from './form-problem.tsx';

interface MoreProps {
  /** How far the list is shown. */
  children: ReactNode;
  /** News for readers of the screen whenever it changes. */
  role?: 'status';
  busy: boolean;
  /** Why the last part did not come. */
  problem: string | undefined;
  /** Absent when all is shown. */
  onMore?: (() => void) | undefined;
  label?: string;
}

/** How far a long list is shown, and the way on. */
export function More({ children, role, busy, problem, onMore, label = 'Load more' }: MoreProps) {
  return (
    <div className="more">
      <p className="small muted" role={role}>
        {children}
      </p>
      <FormProblem>{problem}</FormProblem>
      {onMore && (
        <Button size="lg" loading={busy} onClick={onMore}>
          {problem ? 'Try again' : label}
        </Button>
      )}
    </div>
  );
}

interface CountedProps {
  shown: number;
  /** What one row is, and what several are. */
  unit: readonly [one: string, many: string];
  /** Absent when all is shown. */
  more: Pick<MoreProps, 'busy' | 'problem' | 'onMore'> | undefined;
}

/** How many rows of a list are shown, and the way on. */
export function Counted({ shown, unit: [one, many], more }: CountedProps) {
  return (
    <More role="status" {...(more ?? { busy: false, problem: undefined })}>
      {`${formatCount(shown)} ${shown === 1 ? one : many} shown${more ? '' : ', and that is all.'}`}
    </More>
  );
}
