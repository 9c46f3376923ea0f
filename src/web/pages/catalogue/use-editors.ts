import { useEffect, useState } from 'react';
import { goneSince, HEARTBEAT_MS, isAttended } from '#model/catalogue/editing.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { api, currentSession } from '#web/api/identity/session.ts';
import type { ToolEditor } from '#web/ui/catalogue/editors-line.tsx';

const TOUCHES = ['keydown', 'pointerdown'] as const;

/**
 * Other admins who edit this tool, first come first; sends this one's heartbeat. Pauses in a hidden tab. Failed calls
 * are ignored: saving detects conflicts anyway.
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
      // An answer from a minute ago is outdated.
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
