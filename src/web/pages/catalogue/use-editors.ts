import { useEffect, useState } from 'react';
import { goneSince, HEARTBEAT_MS, isAttended } from '#model/catalogue/editing.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { api, currentSession } from '#web/api/identity/session.ts';
import type { ToolEditor } from '#web/ui/catalogue/editors-line.tsx';

const TOUCHES = ['keydown', 'pointerdown'] as const;

/**
 * The other admins who have the edit pages of a tool open, the first to come first; says meanwhile that this one has.
 * It pauses while nobody looks, and is silent when the shop cannot be asked: whoever saves hears of that.
 */
export function useEditors(id: ToolId, editing: boolean): readonly ToolEditor[] {
  const [editors, setEditors] = useState<readonly ToolEditor[]>([]);
  useEffect(() => {
    if (!editing) return;
    const left = new AbortController();
    const { signal } = left;
    let [touchedAt, heardAt] = [Date.now(), Date.now()];
    const attended = () => isAttended({ hidden: document.hidden, touchedAt }, Date.now());

    async function beat() {
      if (attended()) {
        const answer = await api.call('noteEditor', { params: { id }, signal }).catch(() => undefined);
        if (signal.aborted) return;
        if (answer?.ok) {
          heardAt = Date.now();
          setEditors(answer.value.others);
        }
      }
      // Who was there a minute ago need not be there now.
      if (heardAt <= goneSince(new Date()).getTime()) setEditors([]);
    }
    function touch() {
      const back = !attended();
      touchedAt = Date.now();
      if (back) void beat();
    }
    function look() {
      if (document.hidden) return;
      touchedAt = Date.now();
      void beat();
    }
    void beat();
    const timer = setInterval(beat, HEARTBEAT_MS);
    for (const name of TOUCHES) window.addEventListener(name, touch, { signal });
    document.addEventListener('visibilitychange', look, { signal });
    return () => {
      left.abort();
      clearInterval(timer);
      setEditors([]);
      if (currentSession().status === 'signed-in') void api.call('forgetEditor', { params: { id } });
    };
  }, [id, editing]);
  return editors;
}
