import type { AuditAction } from '#model/kernel/audit.ts';
import { audit } from '#tables/kernel.ts';
import type { Db, Transaction } from './context.ts';

export interface Deed {
  readonly action: AuditAction;
  /** Who did it; absent when the shop itself did. */
  readonly actor?: string | undefined;
  readonly target: string;
  /** Ids, codes and figures, and the reason that an admin gave: never a name, an address or a secret. */
  readonly meta?: Record<string, string | number | boolean | null>;
}

/** Writes the audit row of a deed, in the transaction of the deed. */
export async function record(tx: Transaction | Db, deed: Deed): Promise<void> {
  const { action, actor = null, target, meta = {} } = deed;
  await tx.insert(audit).values({ action, actor, target, meta }).prepare('record').execute();
}
