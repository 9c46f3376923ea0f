import { Button, type ButtonProps } from '../kernel/button.tsx';
import { Notice } from '../kernel/notice.tsx';

interface AuthSubmitProps extends Pick<ButtonProps, 'loading' | 'waking' | 'children'> {
  /** What the shop said of the whole form, if it refused it. */
  problem: string | undefined;
}

/** How the forms of login, signup and a new password end. */
export function AuthSubmit({ problem, ...button }: AuthSubmitProps) {
  return (
    <>
      {problem && (
        <Notice tone="danger" role="alert" className="auth__error">
          {problem}
        </Notice>
      )}
      <Button type="submit" variant="primary" size="lg" block className="auth__submit" {...button} />
    </>
  );
}
