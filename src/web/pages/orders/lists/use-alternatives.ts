import { useEffect, useRef, useState } from 'react';
import type { Tool } from '#model/catalogue/tool.ts';
import { api } from '#web/api/identity/session.ts';

interface Wanted {
  readonly tool: string;
  readonly quantity: number;
}

/** Tools like each of these that have so many, the nearest price first; none while they are asked for. */
export function useAlternatives(wanted: readonly Wanted[]): (line: Wanted) => readonly Tool[] {
  const [found, setFound] = useState<ReadonlyMap<string, readonly Tool[]>>(new Map());
  const asked = useRef(new Set<string>());
  const keys = wanted.map(keyOf).join();
  useEffect(() => {
    for (const key of keys ? keys.split(',') : []) {
      if (asked.current.has(key)) continue;
      asked.current.add(key);
      const [id = '', quantity = ''] = key.split(' ');
      void api.call('getAlternatives', { params: { id }, query: { quantity } }).then((answer) => {
        if (answer.ok) setFound((before) => new Map([...before, [key, answer.value.tools]]));
        // Again once other lines are wanted.
        else asked.current.delete(key);
      });
    }
  }, [keys]);
  return (line) => found.get(keyOf(line)) ?? [];
}

const keyOf = ({ tool, quantity }: Wanted): string => `${tool} ${quantity}`;
