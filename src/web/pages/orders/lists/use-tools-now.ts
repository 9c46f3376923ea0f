import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Tool } from '#model/catalogue/tool.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { type ToolsNow, withComing } from '#model/orders/order-list.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { useBackToTab } from '#web/api/use-back-to-tab.ts';

/** Calls at once: a network may have only so many. */
const AT_ONCE = 6;

interface Checked {
  readonly tools: ToolsNow;
  /** Milliseconds; undefined until all were asked for once. */
  readonly at: number | undefined;
  readonly failure: ApiFailure | undefined;
  readonly busy: boolean;
}

const UNCHECKED: Checked = { tools: new Map(), at: undefined, failure: undefined, busy: false };

/** Prices and stock of these tools: asked for at first, for tools that come later, and on every return to the tab. */
export function useToolsNow(ids: readonly string[]) {
  const [checked, setChecked] = useState(UNCHECKED);
  const checks = useRef(0);

  async function check(): Promise<void> {
    checks.current += 1;
    const mine = checks.current;
    setChecked((before) => ({ ...before, busy: true }));
    const answer = await askFor(ids);
    const overtaken = mine !== checks.current;
    setChecked((before) => {
      const { tools, at } = before;
      if (!answer.ok) return overtaken ? before : { tools, at, failure: answer.failure, busy: false };
      // The newer check may not have asked for all of these.
      if (overtaken) return { ...before, tools: new Map([...answer.value, ...tools]) };
      return { tools: answer.value, at: Date.now(), failure: undefined, busy: false };
    });
  }
  const checkNow = useEffectEvent(check);
  // Their names, so that one that comes while others are asked for is asked for, too.
  const missing = ids.filter((id) => !checked.tools.has(id)).join();
  useEffect(() => {
    if (missing) void checkNow();
  }, [missing]);
  useBackToTab(ids.length > 0 && !checked.busy, () => void check());
  return { ...checked, missing: missing !== '', check };
}

async function askFor(ids: readonly string[]): Promise<Outcome<ToolsNow, ApiFailure>> {
  const waiting = [...ids];
  const found = new Map<string, Tool | null>();
  let problem: ApiFailure | undefined;
  async function work(): Promise<void> {
    for (let id = waiting.shift(); id !== undefined && !problem; id = waiting.shift()) {
      const answer = await api.call('getTool', { params: { id } });
      if (answer.ok) found.set(id, withComing(answer.value, new Date()));
      else if (answer.failure.code === 'tool_not_found') found.set(id, null);
      else problem = answer.failure;
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return problem ? failure(problem) : success(found);
}
