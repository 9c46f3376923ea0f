import { useEffect, useState } from 'react';
import { quantityProblem } from '#model/catalogue/quantity.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { type ListLine, limitsOf } from '#model/orders/order-list.ts';
import { api } from '#web/api/identity/session.ts';

/** For each of these lines, whose tools have sold out, one like it that has all the pieces now. */
export function useInstead(soldOut: readonly ListLine[]): (line: ListLine) => Tool | undefined {
  const [found, setFound] = useState<ReadonlyMap<string, readonly Tool[]>>(new Map());
  const wanted = soldOut
    .map(({ tool }) => tool)
    .filter((id) => !found.has(id))
    .join();
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    for (const id of wanted.split(',')) {
      void api.call('getAlternatives', { params: { id } }).then((answer) => {
        if (current) setFound((before) => new Map([...before, [id, answer.ok ? answer.value.tools : []]]));
      });
    }
    return () => {
      current = false;
    };
  }, [wanted]);
  return ({ tool, quantity }) =>
    found.get(tool)?.find((other) => quantityProblem(quantity, limitsOf(other)) === undefined);
}
