import { useEffect, useState } from 'react';
import type { Tool } from '#model/catalogue/tool.ts';
import { nameId } from '#web/ui/catalogue/admin-tool-row.tsx';
import { loadToolsPage, type ToolsPage } from './load-tools-page.ts';

/** The first page of a list with those that were loaded behind it. */
export function useToolPages(first: ToolsPage) {
  const [list, setList] = useState({ first, tools: first.tools, next: first.next });
  const [more, setMore] = useState<{ busy: boolean; problem?: string }>({ busy: false });
  const [focus, setFocus] = useState<string>();
  if (list.first !== first) {
    setList({ first, tools: first.tools, next: first.next });
    setMore({ busy: false });
  }
  useEffect(() => {
    if (focus) document.getElementById(nameId(focus))?.focus();
  }, [focus]);

  async function loadMore() {
    if (!list.next || more.busy) return;
    setMore({ busy: true });
    const page = await loadToolsPage(first.search, { after: list.next });
    if (!page.ok) return setMore({ busy: false, problem: page.failure.detail });
    const fresh = page.value.tools.filter(({ _id }) => !list.tools.some((known) => known._id === _id));
    // Another search may have begun meanwhile: then this page belongs to nothing.
    setList((now) => (now.first === first ? { first, tools: [...now.tools, ...fresh], next: page.value.next } : now));
    setMore({ busy: false });
    setFocus(fresh[0]?._id);
  }

  const tools: readonly Tool[] = list.first === first ? list.tools : first.tools;
  return { tools, more: list.next ? { ...more, load: () => void loadMore() } : undefined };
}
