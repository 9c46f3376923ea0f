import { desc, sql } from 'drizzle-orm';
import type { SigningKey } from '#outside/identity/bearer-tokens.ts';
import { signingKey } from '#tables/identity.ts';
import type { Db } from '../kernel/context.ts';

/** Newest first. The lock makes shops that start together agree on the first key. */
export function loadSigningKeys(db: Db, create: () => Promise<SigningKey>): Promise<SigningKey[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('signing_key'))`);
    const keys = await tx.select().from(signingKey).orderBy(desc(signingKey.createdAt)).limit(2);
    if (keys.length > 0) return keys;
    const key = await create();
    await tx.insert(signingKey).values(key);
    return [key];
  });
}
