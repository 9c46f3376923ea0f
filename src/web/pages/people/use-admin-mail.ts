import { useRef, useState } from 'react';
import type { AdminMail, AdminNews } from '#model/people/admin-mail.ts';
import { api } from '#web/api/identity/session.ts';

/** What an admin is mailed about: each switch is saved as it is pressed, and goes back when it could not be. */
export function useAdminMail(email: string, loaded: AdminMail) {
  const [shown, setShown] = useState(loaded);
  const [problem, setProblem] = useState<{ news: AdminNews; text: string }>();
  const saved = useRef(loaded);
  const wished = useRef(loaded);
  // One after the other: of two that overtake each other the older one would stay.
  const last = useRef(Promise.resolve());

  async function save(news: AdminNews): Promise<void> {
    const wish = wished.current;
    const answer = await api.call('chooseAdminMail', { params: { email }, body: wish });
    if (answer.ok) saved.current = wish;
    else {
      wished.current = saved.current;
      setShown(saved.current);
    }
    setProblem(answer.ok ? undefined : { news, text: `This was not saved. ${answer.failure.detail}` });
  }

  function choose(news: AdminNews, on: boolean): void {
    wished.current = { ...wished.current, [news]: on };
    setShown(wished.current);
    last.current = last.current.then(() => save(news));
  }
  return { shown, problem, choose };
}
