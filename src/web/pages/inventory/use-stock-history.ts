import { useCallback, useEffect, useState } from 'react';
import type { Tool } from '#model/catalogue/tool.ts';
import { failureText } from '#texts/failures.ts';
import type { Answer } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { leaveWhenNoAdmin } from '../identity/access.ts';

type Known = Answer<'listStockMoves'>;

/** All pieces that are there, whosever they are. */
export const onShelf = ({ available, paid, held }: Known): number => available + paid + held;

/** The moves of a tool's stock, the newest first, with those before as far as they were asked for. */
export function useStockHistory(id: Tool['_id']) {
  const [known, setKnown] = useState<Known>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(true);

  const load = useCallback(
    async (earlier?: Known) => {
      setBusy(true);
      const input = { params: { id }, query: { after: earlier?.next } };
      const answer = await leaveWhenNoAdmin(await api.call('listStockMoves', input));
      setBusy(false);
      setProblem(answer.ok ? undefined : failureText(answer.failure));
      if (answer.ok) setKnown({ ...answer.value, rows: [...(earlier?.rows ?? []), ...answer.value.rows] });
    },
    [id],
  );
  useEffect(() => void load(), [load]);

  return { known, problem, busy, reload: () => load(), loadEarlier: () => load(known) };
}
