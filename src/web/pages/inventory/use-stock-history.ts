import { useEffect, useRef, useState } from 'react';
import type { Tool } from '#model/catalogue/tool.ts';
import { failureText } from '#texts/failures.ts';
import type { Answer } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { moveId } from '#web/ui/inventory/stock-moves.tsx';
import { leaveWhenNoAdmin } from '../identity/access.ts';
import { type ListKind, useList } from '../kernel/use-list.ts';
import { useThere } from '../kernel/use-there.ts';

type Known = Answer<'listStockMoves'>;

/** Until then those who wait have been given what has come, unless the shop is busy. */
const SERVED_MS = 1_000;
const MAX_LOOKS = 10;

/** All pieces that are there, whosever they are. */
export const onShelf = ({ available, paid, held }: Known): number => available + paid + held;

const load = async (id: Tool['_id'], after?: string) =>
  leaveWhenNoAdmin(await api.call('listStockMoves', { params: { id }, query: { after } }));

/** The moves of a tool's stock, the newest first, with those before as far as they were asked for. The same tool each time. */
export function useStockHistory(id: Tool['_id']) {
  const [moves] = useState<ListKind<Known>>({
    key: (move) => move.id,
    load: ({ next }) => load(id, next),
    focus: (move) => moveId(move.id),
  });
  const [loaded, setLoaded] = useState(() => load(id));
  const { list: known, failure, waiting, more } = useList(loaded, moves);

  const there = useThere();
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(later.current), []);

  async function reload(looks = MAX_LOOKS): Promise<void> {
    clearTimeout(later.current);
    const next = load(id);
    setLoaded(next);
    const answer = await next;
    // Pieces that have come are given to those who wait right after the change.
    if (there.current && looks > 1 && answer.ok && Math.min(answer.value.available, answer.value.waiting) > 0)
      later.current = setTimeout(() => void reload(looks - 1), SERVED_MS);
  }
  const trouble = failure
    ? { problem: failureText(failure), busy: waiting, onRetry: () => void reload() }
    : more?.problem && { problem: more.problem, busy: more.busy, onRetry: more.onMore };
  return { known, trouble, more, reload };
}
