import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import { anyCallText } from '#texts/any-call.ts';
import { api } from '#web/api/identity/session.ts';
import { toToolCards } from './home-data.ts';
import type { LoadedTools } from './load-tools.ts';
import { toQuery, withParameter } from './search-url.ts';

export type ToolListState = Extract<LoadedTools, { ok: true }>['value'];
export type MoreTools = { state: 'idle' | 'loading' } | { state: 'failed'; detail: string };

/** The tools that the last answer found, also while a later one fails, with those that were loaded behind them. */
export function useToolList(tools: LoadedTools) {
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
  const keepInAddress = useShownInAddress();
  const focusOn = useFocusOnTool();

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
    const cards = [...list.cards, ...fresh];
    setKnown({ from: tools, list: { ...list, ...page, cards } });
    setMore({ state: 'idle' });
    focusOn(fresh[0]?.id);
    keepInAddress(cards.length);
  }
  return { list, more, loadMore: () => void loadMore() };
}

/** Keeps in the address how many tools are shown, so that whoever comes back finds their place. */
function useShownInAddress() {
  const navigate = useNavigate();
  const { search } = useLocation();
  return (shown: number) =>
    void navigate(
      { search: withParameter(new URLSearchParams(search), 'shown', String(shown)) },
      { replace: true, preventScrollReset: true },
    );
}

/** Puts the focus on the first of the tools that came, once it is there. */
function useFocusOnTool() {
  const [id, setId] = useState<string>();
  useEffect(() => {
    if (id) document.getElementById(`tool-${id}`)?.focus();
  }, [id]);
  return setId;
}
