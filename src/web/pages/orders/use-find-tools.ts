import { useEffect, useReducer, useState } from 'react';
import type { Tool } from '#model/catalogue/tool.ts';
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

/** The first tools that a search finds. Until they come the ones before stay, and `fresh` is false. */
export function useFindTools(words: string) {
  const [found, setFound] = useState(NONE);
  const [failed, setFailed] = useState<{ words: string; text: string }>();
  const [tries, again] = useReducer((before: number) => before + 1, 0);
  const fresh = words === '' || found.words === words;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again when asked to
  useEffect(() => {
    if (fresh) return;
    const ending = new AbortController();
    const ask = async () => {
      const query = { q: words, sort: 'newest' as const, limit: MOST };
      const answer = await api.call('listTools', { query, signal: ending.signal });
      setFailed(answer.ok ? undefined : { words, text: failureText(answer.failure) });
      if (answer.ok) setFound({ words, tools: answer.value, total: answer.list.total ?? answer.value.length });
    };
    const timer = setTimeout(
      () =>
        ask().catch((error) => {
          if (!ending.signal.aborted) throw error;
        }),
      REST,
    );
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [words, fresh, tries]);
  const { tools, total } = words === '' ? NONE : found;
  return { tools, total, fresh, failure: !fresh && failed?.words === words ? failed.text : undefined, again };
}
