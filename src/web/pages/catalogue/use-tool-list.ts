import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import { anyCallText } from '#texts/any-call.ts';
import { api } from '#web/api/identity/session.ts';
import { toToolCards } from './home-data.ts';
import type { LoadedTools } from './load-tools.ts';
import { toQuery, withParameter } from './search-url.ts';

export type ToolListState = Extract<LoadedTools, { ok: true }>['value'];
export type MoreTools = { state: 'idle' | 'loading' } | { state: 'failed'; detail: string };

/**
 * The tools that the last answer found, also while a later one fails, with those that were loaded behind them. The address
 * keeps how many are shown, so that whoever comes back finds their place.
 * @param going whether another address is on its way: what is loaded meanwhile does not stop it
 */
export function useToolList(tools: LoadedTools, params: URLSearchParams, going: boolean) {
  const [known, setKnown] = useState({ from: tools, list: tools.ok ? tools.value : undefined });
  const [more, setMore] = useState<MoreTools>({ state: 'idle' });
  if (known.from !== tools) {
    setKnown({ from: tools, list: tools.ok ? tools.value : known.list });
    setMore({ state: 'idle' });
  }
  const { list } = known;
  const under = useRef<AbortController>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what belongs to an older answer must not arrive any more
  useEffect(() => () => under.current?.abort(), [tools]);
  const navigate = useNavigate();
  /** The first of those that were loaded last. */
  const [came, setCame] = useState<string>();
  const show = useEffectEvent(() => {
    if (!list || !came || going) return;
    document.getElementById(`tool-${came}`)?.focus();
    const search = withParameter(params, 'shown', String(list.cards.length));
    void navigate({ search }, { replace: true, preventScrollReset: true });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once they are there
  useEffect(() => show(), [came]);

  async function loadMore() {
    if (!list?.next || more.state === 'loading') return;
    setMore({ state: 'loading' });
    under.current = new AbortController();
    const { signal } = under.current;
    const query = { ...toQuery(list.search), after: list.next, limit: String(SCREEN.toolsPage) };
    const answer = await api.call('listTools', { query, signal }).catch(() => undefined);
    if (!answer || signal.aborted) return;
    if (!answer.ok) return setMore({ state: 'failed', detail: anyCallText(answer.failure) });
    const page = toToolCards(answer.value, answer.list);
    // A tool whose price changed meanwhile can come a second time.
    const fresh = page.cards.filter((card) => !list.cards.some(({ id }) => id === card.id));
    // Drawn with the router's own state: whoever is on their way elsewhere is known then.
    startTransition(() => {
      setKnown({ from: tools, list: { ...list, ...page, cards: [...list.cards, ...fresh] } });
      setMore({ state: 'idle' });
      setCame(fresh[0]?.id);
    });
  }
  return { list, more, loadMore: () => void loadMore() };
}
