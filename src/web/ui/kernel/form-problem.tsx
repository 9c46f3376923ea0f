import { Notice } from './notice.tsx';

/** What went wrong, where anything did. */
export const FormProblem = ({ className = '', children }: { className?: string; children: string | undefined }) =>
  children && (
    <Notice tone="danger" role="alert" className={className}>
      {children}
    </Notice>
  );
