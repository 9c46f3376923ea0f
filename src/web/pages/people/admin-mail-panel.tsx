import { useRef, useState } from 'react';
import type { AdminMail, AdminNews } from '#model/people/admin-mail.ts';
import { failureText } from '#texts/failures.ts';
import { api } from '#web/api/identity/session.ts';
import { RowProblem } from '#web/ui/kernel/row-problem.tsx';
import { Switch } from '#web/ui/kernel/switch.tsx';

const WORDS: Record<AdminNews, { name: string; when: string }> = {
  paidOrder: { name: 'New paid orders', when: 'Each time the payment of an order arrives.' },
  dispute: { name: 'Disputes', when: 'When a customer disputes a payment.' },
  refundRefused: { name: 'Refunds that fail', when: 'When money did not get back to a customer.' },
  lowStock: { name: 'Low stock', when: 'When fewer pieces are left than the minimum order.' },
};

export function AdminMailPanel({ email, chosen }: { email: string; chosen: AdminMail }) {
  const { shown, problem, choose } = useAdminMail(email, chosen);
  return (
    <section className="mailme" aria-labelledby="mail-me">
      <div className="mailme__head">
        <h2 className="h3" id="mail-me">
          Mail me about
        </h2>
        <p className="hint">{`Mails go to ${email}. Each switch is saved at once.`}</p>
      </div>
      <ul>
        {(Object.keys(WORDS) as AdminNews[]).map((news) => (
          <li key={news}>
            <Switch on={shown[news]} onChange={(on) => choose(news, on)} describedBy={`mail-${news}`}>
              {WORDS[news].name}
            </Switch>
            <p className="hint" id={`mail-${news}`}>
              {WORDS[news].when}
            </p>
            <RowProblem>{problem?.news === news ? problem.text : undefined}</RowProblem>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Each switch is saved when pressed, and reverts when saving fails. */
function useAdminMail(email: string, loaded: AdminMail) {
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
