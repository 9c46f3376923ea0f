import { use } from 'react';
import { Icon } from '../kernel/icon.tsx';
import { ShortestPassword } from './shortest-password.ts';

export function PasswordRule({ password }: { password: string }) {
  const shortest = use(ShortestPassword);
  const met = password.length >= shortest;
  return (
    <span className="hint__met" data-met={met || undefined}>
      <Icon name={met ? 'check' : 'minus'} />
      {shortest} characters or longer
      {met && <span className="sr">, met</span>}
    </span>
  );
}
