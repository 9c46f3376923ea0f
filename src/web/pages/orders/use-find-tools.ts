import { useEffect, useReducer, useState } from 'react';
import { itemNumber } from '#model/catalogue/item-number.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { readWish } from '#model/orders/wish.ts';
import { failureText } from '#texts/failures.ts';
import { api } from '#web/api/identity/session.ts';

interface FoundTools {
  readonly words: string;
  readonly tools: readonly Tool[];
  readonly total: number;
}

const NONE: FoundTools = { words: '', tools: [], total: 0 };
const MOST = '5';
/** Milliseconds without a key before the shop is asked. */
const REST = 100;

/**
 * What a text asks for, and the first tools that it finds. Until they come the ones before stay, and `fresh` is false.
 * What was found once may show that a number in the text belongs to an item number.
 */
export function useFindTools(text: string) {
  const [found, setFound] = useState(NONE);
  const [known, setKnown] = useState<readonly string[]>([]);
  const [failed, setFailed] = useState<{ words: string; text: string }>();
  const [tries, again] = useReducer((before: number) => before + 1, 0);
  const wish = readWish(text, known);
  const { words } = wish;
  const fresh = words === '' || found.words === words;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again when asked to
  useEffect(() => {
    if (fresh) return;
    const ending = new AbortController();
    const ask = async () => {
      const query = { q: words, sort: 'newest' as const, limit: MOST };
      const answer = await api.call('listTools', { query, signal: ending.signal });
      if (!answer.ok) return setFailed({ words, text: failureText(answer.failure) });
      const { value: tools, list } = answer;
      setFailed(undefined);
      setKnown((before) => [...new Set([...before, ...tools.map(itemNumber)])]);
      setFound({ words, tools, total: list.total ?? tools.length });
    };
    const overtaken = (error: unknown) => {
      if (!ending.signal.aborted) throw error;
    };
    const timer = setTimeout(() => ask().catch(overtaken), REST);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [words, fresh, tries]);
  const { tools, total } = words === '' ? NONE : found;
  return { wish, tools, total, fresh, failure: !fresh && failed?.words === words ? failed.text : undefined, again };
}
