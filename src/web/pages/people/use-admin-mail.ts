import { useRef, useState } from 'react';
import type { AdminMail, AdminNews } from '#model/people/admin-mail.ts';
import { failureText } from '#texts/failures.ts';
import { api } from '#web/api/identity/session.ts';

/** Each switch is saved when pressed, and reverts when saving fails. */
export function useAdminMail(email: string, loaded: AdminMail) {
  const [shown, setShown] = useState(loaded);
  const [problem, setProblem] = useState<{ news: AdminNews; text: string }>();
  const saved = useRef(loaded);
  const wished = useRef(loaded);
  // In sequence: concurrent saves could leave the older one.
  const last = useRef(Promise.resolve());

  async function save(news: AdminNews): Promise<void> {
    const wish = wished.current;
    const answer = await api.call('chooseAdminMail', { params: { email }, body: wish });
    if (answer.ok) saved.current = wish;
    else {
      wished.current = saved.current;
      setShown(saved.current);
    }
    setProblem(answer.ok ? undefined : { news, text: `This was not saved. ${failureText(answer.failure)}` });
  }

  function choose(news: AdminNews, on: boolean): void {
    wished.current = { ...wished.current, [news]: on };
    setShown(wished.current);
    last.current = last.current.then(() => save(news));
  }
  return { shown, problem, choose };
}
