import { ne } from 'drizzle-orm';
import { configuration } from '#tables/kernel.ts';
import type { Context } from './context.ts';
import { type Deed, record } from './record.ts';

export async function noteConfiguration(
  { db }: Pick<Context, 'db'>,
  fingerprint: string,
  facts: NonNullable<Deed['meta']>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const changed = await tx
      .insert(configuration)
      .values({ fingerprint })
      .onConflictDoUpdate({
        target: configuration.single,
        set: { fingerprint },
        setWhere: ne(configuration.fingerprint, fingerprint),
      })
      .returning();
    if (changed.length > 0)
      await record(tx, { action: 'shop.configured', target: 'shop', meta: { ...facts, fingerprint } });
  });
}
