import { Notice } from './notice.tsx';

interface FormProblemProps {
  /** The form's `errors.root`. */
  error: { message?: string | undefined } | undefined;
  className?: string;
}

/** Why the shop refused a form as a whole. */
export const FormProblem = ({ error, className = '' }: FormProblemProps) =>
  error && (
    <Notice tone="danger" role="alert" className={className}>
      {error.message}
    </Notice>
  );
