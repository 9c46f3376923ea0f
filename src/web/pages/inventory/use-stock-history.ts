import { useCallback, useEffect, useState } from 'react';
import type { Tool } from '#model/catalogue/tool.ts';
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
      const query = earlier?.before ? { before: String(earlier.before) } : {};
      const answer = await leaveWhenNoAdmin(await api.call('listStockMoves', { params: { id }, query }));
      setBusy(false);
      setProblem(answer.ok ? undefined : answer.failure.detail);
      if (answer.ok) setKnown({ ...answer.value, moves: [...(earlier?.moves ?? []), ...answer.value.moves] });
    },
    [id],
  );
  useEffect(() => void load(), [load]);

  return { known, problem, busy, reload: () => load(), loadEarlier: () => load(known) };
}
