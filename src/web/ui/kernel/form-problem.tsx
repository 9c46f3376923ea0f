import { Notice } from './notice.tsx';

interface FormProblemProps {
  /** The form's `errors.root`. */
  error: { message?: string | undefined } | undefined;
  className?: string;
}

export const FormProblem = ({ error, className = '' }: FormProblemProps) =>
  error && (
    <Notice tone="danger" role="alert" className={className}>
      {error.message}
    </Notice>
  );
