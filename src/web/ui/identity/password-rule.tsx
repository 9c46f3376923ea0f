import { PASSWORD_MIN } from '#model/identity/credentials.ts';
import { Icon } from '../kernel/icon.tsx';

/** The rule for new passwords, ticked as soon as what is typed keeps it. */
export function PasswordRule({ password }: { password: string }) {
  const met = password.length >= PASSWORD_MIN;
  return (
    <span className="hint__met" data-met={met || undefined}>
      <Icon name={met ? 'check' : 'minus'} />
      {PASSWORD_MIN} characters or longer
    </span>
  );
}
