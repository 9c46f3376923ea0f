import { useState } from 'react';
import type { User } from '#model/people/user.ts';
import { failureText } from '#texts/failures.ts';
import { api } from '#web/api/identity/session.ts';
import { leaveWhenNoAdmin } from '../identity/access.ts';

export function useMakeAdmin(loaded: readonly User[]) {
  const [made, setMade] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<User>();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [news, setNews] = useState('');

  function ask(user: User) {
    setAsked(user);
    setProblem(undefined);
    setNews('');
    setOpen(true);
  }

  async function confirm() {
    if (!asked) return;
    setBusy(true);
    setProblem(undefined);
    const answer = await leaveWhenNoAdmin(await api.call('makeAdmin', { params: { email: asked.email } }));
    setBusy(false);
    if (!answer.ok) return setProblem(failureText(answer.failure));
    setMade((all) => new Set(all).add(asked.email));
    setNews(`${asked.name} is an admin now.`);
    setOpen(false);
  }

  const users = loaded.map((user): User => (made.has(user.email) ? { ...user, role: 'admin' } : user));
  return { users, asked, open, setOpen, busy, problem, news, ask, confirm };
}
