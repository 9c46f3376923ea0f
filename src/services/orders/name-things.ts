import { inArray } from 'drizzle-orm';
import { tool } from '#tables/catalogue.ts';
import { orders } from '#tables/orders.ts';
import type { NameThings } from '../people/read-audit.ts';

export const nameThings: NameThings = async (db, ids) => {
  const tools = await db
    .select({ id: tool.id, name: tool.name, deletedAt: tool.deletedAt })
    .from(tool)
    .where(inArray(tool.id, [...ids]));
  const known = await db
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.id, [...ids]));
  return [
    ...tools.map(({ id, name, deletedAt }) => [id, { kind: 'tool', name, open: !deletedAt }] as const),
    ...known.map(({ id }) => [id, { kind: 'order' }] as const),
  ].map(([id, thing]) => [id, thing]);
};
