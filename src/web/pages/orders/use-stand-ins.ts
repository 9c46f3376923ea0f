import { useEffect, useState } from 'react';
import type { Tool } from '#model/catalogue/tool.ts';
import type { AgainRow } from '#model/orders/order-again.ts';
import { api } from '#web/api/identity/session.ts';

/** For each of these rows, which cannot be had, the nearest tool that has all its pieces and is in no row. */
export function useStandIns(rows: readonly AgainRow[]): (row: AgainRow) => Tool | undefined {
  const [found, setFound] = useState<ReadonlyMap<string, readonly Tool[]>>(new Map());
  const wanted = rows
    .filter(({ canBeHad, line }) => !canBeHad && !found.has(line.tool))
    .map(({ line }) => `${line.tool} ${line.quantity}`)
    .join();
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    for (const [id = '', quantity = ''] of wanted.split(',').map((it) => it.split(' '))) {
      void api.call('getAlternatives', { params: { id }, query: { quantity } }).then((answer) => {
        if (current) setFound((before) => new Map([...before, [id, answer.ok ? answer.value.tools : []]]));
      });
    }
    return () => {
      current = false;
    };
  }, [wanted]);
  return ({ line }) => found.get(line.tool)?.find(({ _id }) => !rows.some((row) => row.line.tool === _id));
}
