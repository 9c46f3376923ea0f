import { Icon } from './icon.tsx';

export function RowProblem({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    <p className="err" role="alert">
      <Icon name="warn" small />
      {children}
    </p>
  );
}
