import { createContext, use } from 'react';
import { PASSWORD_MIN } from '#model/identity/credentials.ts';
import { Icon } from '../kernel/icon.tsx';

/** Characters that this shop asks of a new password. */
export const ShortestPassword = createContext(PASSWORD_MIN);

/** The rule for new passwords, ticked as soon as what is typed keeps it. */
export function PasswordRule({ password }: { password: string }) {
  const shortest = use(ShortestPassword);
  const met = password.length >= shortest;
  return (
    <span className="hint__met" data-met={met || undefined}>
      <Icon name={met ? 'check' : 'minus'} />
      {shortest} characters or longer
    </span>
  );
}
