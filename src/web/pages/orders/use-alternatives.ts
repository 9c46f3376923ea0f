import { useEffect, useState } from 'react';
import type { Tool } from '#model/catalogue/tool.ts';
import { api } from '#web/api/identity/session.ts';

interface Wanted {
  readonly tool: string;
  readonly quantity: number;
}

/** Tools like each of these that have so many, the nearest price first; none while they are asked for. */
export function useAlternatives(wanted: readonly Wanted[]): (line: Wanted) => readonly Tool[] {
  const [found, setFound] = useState<ReadonlyMap<string, readonly Tool[]>>(new Map());
  const missing = wanted
    .map(keyOf)
    .filter((key) => !found.has(key))
    .join();
  useEffect(() => {
    if (!missing) return;
    let current = true;
    for (const key of missing.split(',')) {
      const [id = '', quantity = ''] = key.split(' ');
      void api.call('getAlternatives', { params: { id }, query: { quantity } }).then((answer) => {
        if (current) setFound((before) => new Map([...before, [key, answer.ok ? answer.value.tools : []]]));
      });
    }
    return () => {
      current = false;
    };
  }, [missing]);
  return (line) => found.get(keyOf(line)) ?? [];
}

const keyOf = ({ tool, quantity }: Wanted): string => `${tool} ${quantity}`;
