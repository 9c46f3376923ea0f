import { useEffect, useState } from 'react';
import type { Tool } from '#model/catalogue/tool.ts';
import { api } from '#web/api/identity/session.ts';

/** By its id, tools like each of these; where a quantity is named, those that have so many. */
export function useAlternatives(
  wanted: readonly { readonly tool: string; readonly quantity?: number }[],
): ReadonlyMap<string, readonly Tool[]> {
  const [found, setFound] = useState<ReadonlyMap<string, readonly Tool[]>>(new Map());
  const missing = wanted
    .filter(({ tool }) => !found.has(tool))
    .map(({ tool, quantity = '' }) => `${tool} ${quantity}`)
    .join();
  useEffect(() => {
    if (!missing) return;
    let current = true;
    for (const [id = '', quantity = ''] of missing.split(',').map((it) => it.split(' '))) {
      const query = quantity === '' ? {} : { quantity };
      void api.call('getAlternatives', { params: { id }, query }).then((answer) => {
        if (current) setFound((before) => new Map([...before, [id, answer.ok ? answer.value.tools : []]]));
      });
    }
    return () => {
      current = false;
    };
  }, [missing]);
  return found;
}
