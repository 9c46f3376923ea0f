import { useEffect, useState } from 'react';
import { quantityProblem } from '#model/catalogue/quantity.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { limitsOf, type Split } from '#model/orders/order-list.ts';
import { type Shortfall, shortfallOf } from '#model/orders/shortfall.ts';
import { api } from '#web/api/identity/session.ts';
import { useNow } from '#web/ui/kernel/use-now.ts';
import type { PlanChoice } from '#web/ui/orders/shortfall-plan.tsx';

/** What would be ordered as things stand. */
export interface Wanted {
  /** Another tool than that of the page: it is ordered on its own page. */
  readonly tool: Tool;
  readonly quantity: number;
  readonly wait?: Split | undefined;
}

export type Plan = ReturnType<typeof usePlan>;

interface Chosen {
  readonly choice: PlanChoice;
  readonly other: Tool | undefined;
  /** With another quantity or another stock it is to be chosen anew. */
  readonly of: string;
}

const NOTHING_CHOSEN = { choice: undefined, other: undefined };

/** @param buyer whether it is somebody who may order */
export function usePlan(tool: Tool, quantity: number | null, buyer: boolean) {
  const now = useNow();
  const [chosen, setChosen] = useState<Chosen>();
  const ofIn = (its: Tool) => `${its._id} ${quantity} ${its.available_quantity}`;
  function planIn(its: Tool) {
    const shortfall = buyer ? shortfallOf(its, quantity, new Date(now)) : undefined;
    const { choice, other } = shortfall && chosen?.of === ofIn(its) ? chosen : NOTHING_CHOSEN;
    return { shortfall, choice, other, wanted: wantedOf(its, quantity, shortfall, choice, other) };
  }
  const plan = planIn(tool);
  const { shortfall } = plan;
  const others = useOthers(tool, shortfall?.quantity);
  return {
    ...plan,
    others,
    /** Whether there is anything to choose. */
    offered: shortfall !== undefined && (Boolean(shortfall.split ?? shortfall.less) || others.length > 0),
    /** What the same choice would order of the tool as it is now. */
    wantedIn: (fresh: Tool) => planIn(fresh).wanted,
    choose: (next: PlanChoice, its?: Tool) => setChosen({ choice: next, other: its, of: ofIn(tool) }),
  };
}

function wantedOf(
  tool: Tool,
  quantity: number | null,
  shortfall: Shortfall | undefined,
  choice: PlanChoice | undefined,
  other: Tool | undefined,
): Wanted | undefined {
  if (quantity === null) return undefined;
  if (!shortfall) return quantityProblem(quantity, limitsOf(tool)) ? undefined : { tool, quantity };
  const { split, less } = shortfall;
  if (choice === 'split') return split && { tool, quantity, wait: split };
  if (choice === 'less') return less === undefined ? undefined : { tool, quantity: less };
  return choice === 'other' && other ? { tool: other, quantity } : undefined;
}

/** Milliseconds for which a quantity must rest before others are looked for. */
const REST = 300;

/** Tools of the same category that have so many. */
function useOthers({ _id: id, category }: Tool, quantity: number | undefined): readonly Tool[] {
  const [found, setFound] = useState<{ readonly id: string; readonly quantity: number; readonly tools: Tool[] }>();
  const asks = category !== null && quantity !== undefined;
  useEffect(() => {
    if (!asks) return;
    let current = true;
    const timer = setTimeout(async () => {
      const answer = await api.call('getAlternatives', { params: { id }, query: { quantity: String(quantity) } });
      if (current) setFound({ id, quantity, tools: answer.ok ? answer.value.tools : [] });
    }, REST);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [asks, id, quantity]);
  return asks && found?.id === id && found.quantity === quantity ? found.tools : [];
}
