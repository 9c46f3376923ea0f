import { useMemo, useState } from 'react';
import { eachOf } from '#model/catalogue/ladder-cost.ts';
import type { SignedIn } from '#model/identity/person.ts';
import { type ListLine, type ToolsNow, waitOf } from '#model/orders/order-list.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { useThere } from '../../kernel/use-there.ts';
import { forgetContact } from '../contact.ts';
import { keepOrderKey, keyOfList } from '../order-key.ts';
import { showRefusal } from '../purchase-failure.tsx';
import { forgetReferences, type ListDetails } from './use-list-form.ts';
import type { OrderList, Refusal } from './use-order-list.ts';

export type ListPurchase = ReturnType<typeof useListPurchase>;

interface Parts {
  readonly user: SignedIn;
  readonly list: OrderList;
  readonly tools: ToolsNow;
  readonly check: () => Promise<void>;
  readonly onPlaced: (id: string) => void;
}

/** All lines as one purchase, from the question to the order. A refusal keeps the list and says at each line why. */
export function useListPurchase({ user, list, tools, check, onPlaced }: Parts) {
  const [stage, setStage] = useState<'editing' | 'asking' | 'placing'>('editing');
  const [failure, setFailure] = useState<ApiFailure>();
  // Whoever is told that the list was ordered already may order it once more.
  const [again, setAgain] = useState(false);
  const keeper = useMemo(() => keepOrderKey(`${user.uid}:order-list`), [user.uid]);

  const there = useThere();

  function go(next: 'editing' | 'asking') {
    setStage(next);
    if (next === 'asking') setFailure(undefined);
  }

  /** @param amount what was shown to be paid, in dollars, where it is known */
  async function place(details: ListDetails, amount: number | undefined) {
    setStage('placing');
    setFailure(undefined);
    const lines = list.lines.flatMap((line) => {
      const { tool: id, quantity } = line;
      const tool = tools.get(id);
      if (!tool) return [];
      const wanted = { tools_id: id, quantity, tools_price: eachOf(tool, quantity) };
      // No later than its buyer agreed to: the day may have moved since the page asked.
      return [waitOf(line, tool) ? { ...wanted, mayWait: true, waitUntil: line.waitFor } : wanted];
    });
    const body = { ...details, lines, amount };
    const key = again ? keeper.keyFor() : await keyOfTry(list.lines.filter(({ tool }) => tools.has(tool)));
    const answer = await api.call('placePurchase', { body, headers: { 'idempotency-key': key } });
    const ids = lines.map((line) => line.tools_id);
    if (!answer.ok) return refuse(answer.failure, ids);
    keeper.forget();
    setAgain(false);
    forgetContact(user.uid);
    forgetReferences(user.uid);
    setStage('editing');
    onPlaced(answer.value.insertedId);
    list.drop(ids);
  }

  /** Where an earlier try was not answered, its key, though it be of yesterday: it may have ordered. */
  async function keyOfTry(lines: readonly ListLine[]) {
    const added = lines.map(({ tool, addedAt }) => [tool, addedAt]);
    return keeper.keyFor(added, await keyOfList(lines));
  }

  async function refuse(problem: ApiFailure, ids: readonly string[]) {
    const ordered = problem.code === 'idempotency_key_reused';
    if (ordered) setAgain(true);
    if (ordered || problem.status === 409) keeper.forget();
    // A step above the quantity may have another price, which is no line's refusal.
    const told = ordered ? { ...problem, figures: { ...problem.figures, of: 'list' } } : problem;
    if (!there.current) return showRefusal('Your order list', told);
    if (problem.code === 'lines_refused' || problem.code === 'amount_differs') await check();
    if (problem.code === 'lines_refused') list.refuse(refusalsOf(problem, ids));
    setFailure(told);
    setStage('editing');
  }

  return { stage, failure, go, place };
}

/** By tool. @param ids the tools of the lines that were sent */
export const refusalsOf = ({ lines = [] }: ApiFailure, ids: readonly string[]): Map<string, Refusal> =>
  new Map(
    lines.map(({ line, ...why }) => [
      ids[line - 1] ?? '',
      {
        text: failureText({ status: 409, ...why }),
        ...(why.code === 'too_much_unpaid' && { most: Math.max(0, Number(why.figures?.left)) }),
      },
    ]),
  );
