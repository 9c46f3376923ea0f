import { toolChange } from '#tables/catalogue.ts';
import type { Transaction } from '../kernel/context.ts';

type Entry = typeof toolChange.$inferInsert;

export async function recordEvent(
  tx: Transaction,
  entry: Pick<Entry, 'toolId' | 'version' | 'personId' | 'at'> & { event: NonNullable<Entry['event']> },
): Promise<void> {
  await tx.insert(toolChange).values({ ...entry, fields: {} });
}
