import { Button, type ButtonProps } from '../kernel/button.tsx';
import { Notice } from '../kernel/notice.tsx';

interface AuthSubmitProps extends Pick<ButtonProps, 'loading' | 'waking' | 'children'> {
  problem: string | undefined;
}

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
