import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Tool } from '#model/catalogue/tool.ts';
import { failureText } from '#texts/failures.ts';
import { nameId } from '#web/ui/catalogue/admin-tool-row.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { pageHeading } from '../kernel/page-heading.ts';
import { deleteTool, restoreTool, UNDO_SECONDS } from './archive-tool.ts';

/** Deletes tools of a list, after a question, and undoes it. A tool leaves the list once the shop says that it is gone. */
export function useToolRemoval(listed: readonly Tool[]) {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<{ tool: Tool; open: boolean }>();
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const next = useRef<string>(undefined);
  const tools = listed.filter(({ _id }) => !gone.has(_id));
  const { revalidate } = useRevalidator();
  const [back, setBack] = useState<{ id: string }>();
  useEffect(() => {
    if (back) focusOn(back.id)?.focus();
  }, [back]);
  // What the list has when the toast is pressed: nothing once its page was left.
  const now = useRef<readonly Tool[]>([]);
  useEffect(() => {
    now.current = listed;
    return () => {
      now.current = [];
    };
  }, [listed]);

  async function confirm() {
    if (!asked || busy) return;
    const { _id: id } = asked.tool;
    setBusy(true);
    const answer = await deleteTool(id);
    setBusy(false);
    const rest = new Map([...problems].filter(([other]) => other !== id));
    setProblems(answer.ok ? rest : rest.set(id, failureText(answer.failure)));
    if (answer.ok) {
      const at = tools.findIndex(({ _id }) => _id === id);
      next.current = (tools[at + 1] ?? tools[at - 1])?._id ?? '';
      setGone((ids) => new Set(ids).add(id));
      const action = { label: 'Undo', seconds: UNDO_SECONDS, onPress: () => void bringBack(asked.tool) };
      showToast({ tone: 'success', text: 'Deleted!', action });
    }
    setAsked({ tool: asked.tool, open: false });
  }

  /** To where it stood; a list that was loaded meanwhile does not have it, and is loaded again. */
  async function bringBack(tool: Tool) {
    if (!(await restoreTool(tool))) return;
    setGone((ids) => new Set([...ids].filter((id) => id !== tool._id)));
    setBack({ id: tool._id });
    if (!now.current.some(({ _id }) => _id === tool._id)) await revalidate();
  }

  return {
    /** What is left of the list. */
    tools,
    problems,
    ask(tool: Tool) {
      next.current = undefined;
      setAsked({ tool, open: true });
    },
    question: asked && {
      tool: asked.tool,
      open: asked.open,
      busy,
      onOpenChange: (open: boolean) => setAsked({ ...asked, open }),
      onConfirm: () => void confirm(),
      finalFocus: () => focusOn(next.current),
    },
  };
}

/** The name of the tool that stands there now, or the page's heading; null while the button that asked stays. */
function focusOn(id: string | undefined): HTMLElement | null {
  if (id === undefined) return null;
  return document.getElementById(nameId(id)) ?? pageHeading();
}
