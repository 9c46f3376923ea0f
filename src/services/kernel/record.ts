import type { AuditAction } from '#model/kernel/audit.ts';
import { audit } from '#tables/kernel.ts';
import type { Db, Transaction } from './context.ts';

export interface Deed {
  readonly action: AuditAction;
  readonly actor?: string | undefined;
  readonly target: string;
  /** Ids, codes, figures and an admin's reason; never a name, an address or a secret. */
  readonly meta?: Record<string, string | number | boolean | null>;
}

/** Call it in the transaction of what it records. */
export async function record(tx: Transaction | Db, deed: Deed): Promise<void> {
  const { action, actor = null, target, meta = {} } = deed;
  await tx.insert(audit).values({ action, actor, target, meta }).prepare('record').execute();
}
