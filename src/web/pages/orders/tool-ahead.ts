import { href, matchPath } from 'react-router';
import { api } from '#web/api/identity/session.ts';

type Asked = ReturnType<typeof ask>;

/** Milliseconds for which an answer fetched early may be used. */
const FRESH = 10_000;
/** Milliseconds of hovering before the page is fetched; a touch fetches at once. */
const REST = 100;

let ahead: { id: string; at: number; answer: Asked } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

const ask = (id: string) => api.call('getTool', { params: { id } });

/** Uses the answer that hovering the link fetched, or calls again. */
export function askForTool(id: string): Asked {
  // A click also focuses.
  clearTimeout(timer);
  const its = ahead;
  ahead = undefined;
  return its?.id === id && performance.now() - its.at < FRESH ? its.answer : ask(id);
}

/** Fetches a tool when its link is hovered, focused or touched. */
export function watchToolLinks(): () => void {
  const look = (event: Event) => {
    clearTimeout(timer);
    const link = (event.target as Element).closest('a');
    const id = link && matchPath(PAGE, link.pathname)?.params.toolId;
    if (!id || link.origin !== location.origin) return;
    timer = setTimeout(askAhead, (event as PointerEvent).pointerType === 'touch' ? 0 : REST, id);
  };
  for (const sign of SIGNS) document.addEventListener(sign, look, { passive: true });
  return () => {
    clearTimeout(timer);
    for (const sign of SIGNS) document.removeEventListener(sign, look);
  };
}

const PAGE = href('/purchase/:toolId', { toolId: ':toolId' });
const SIGNS = ['pointerover', 'focusin'] as const;

function askAhead(id: string): void {
  const at = performance.now();
  if (ahead?.id === id && at - ahead.at < FRESH) return;
  const its = { id, at, answer: ask(id) };
  ahead = its;
  // A failure is dropped: the page calls again.
  void its.answer.then(({ ok }) => {
    if (!ok && ahead === its) ahead = undefined;
  });
}
