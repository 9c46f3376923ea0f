import { Icon } from './icon.tsx';

/** Why something did not work that was asked of one row; nothing while all is well. */
export function RowProblem({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    <p className="err" role="alert">
      <Icon name="warn" small />
      {children}
    </p>
  );
}
