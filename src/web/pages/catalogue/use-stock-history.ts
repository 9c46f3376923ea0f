import { useCallback, useEffect, useState } from 'react';
import type { StockMove } from '#model/catalogue/stock-change.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { api } from '#web/api/session.ts';
import { leaveWhenNoAdmin } from '../kernel/access.ts';

interface Known {
  readonly available: number;
  readonly moves: readonly StockMove[];
  readonly before: number | null;
}

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
