import { Button, type ButtonProps } from '../kernel/button.tsx';
import { FormProblem } from '../kernel/form-problem.tsx';

interface AuthSubmitProps extends Pick<ButtonProps, 'loading' | 'waking' | 'children'> {
  problem: string | undefined;
}

export function AuthSubmit({ problem, ...button }: AuthSubmitProps) {
  return (
    <>
      <FormProblem className="auth__error">{problem}</FormProblem>
      <Button type="submit" variant="primary" size="lg" block className="auth__submit" {...button} />
    </>
  );
}
