import { useEffect, useState } from 'react';
import type { Order } from '#model/orders/order.ts';
import type { LoadedOrders } from './load-orders.ts';

/** Milliseconds without a key before an order is looked for. */
const REST = 100;

const NONE: readonly Order[] = [];
const NO_IDS: ReadonlySet<string> = new Set();

/**
 * The orders that Manage All Orders searches: the newest, asked for with the first words, and what the words mean among
 * all. Null where they did not load.
 */
export function useDeskOrders(admin: boolean, words: string) {
  const [newest, setNewest] = useState<LoadedOrders | null>();
  const [meant, setMeant] = useState<{ words: string; orders: readonly Order[] | null }>();
  const asks = admin && words !== '';
  useEffect(() => {
    if (!asks || newest !== undefined) return;
    let current = true;
    const ask = async () => {
      const { loadTab } = await import('./load-orders.ts');
      const answer = await loadTab('all');
      if (current) setNewest(answer.ok ? answer.value : null);
    };
    ask().catch(() => current && setNewest(null));
    return () => {
      current = false;
    };
  }, [asks, newest]);
  useEffect(() => {
    if (!asks || !newest) return;
    const ending = new AbortController();
    const look = async () => {
      const { lookForOrders } = await import('./load-orders.ts');
      const answer = await lookForOrders(newest, words, ending.signal);
      if (!ending.signal.aborted) setMeant({ words, orders: answer.ok ? answer.value.rows : null });
    };
    const timer = setTimeout(
      () => look().catch(() => !ending.signal.aborted && setMeant({ words, orders: null })),
      REST,
    );
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [asks, newest, words]);
  if (!asks) return { orders: NONE, meant: NO_IDS, coming: false };
  if (newest === null) return { orders: null, meant: NO_IDS, coming: false };
  if (!newest) return { orders: NONE, meant: NO_IDS, coming: true };
  if (meant?.words !== words) return { orders: newest.rows, meant: NO_IDS, coming: true };
  const found = meant.orders ?? NONE;
  const its = new Map([...found, ...newest.rows].map((order) => [order._id, order]));
  const ids = new Set<string>(found.map(({ _id }) => _id));
  return { orders: meant.orders && [...its.values()], meant: ids, coming: false };
}
