import type { Database } from '#platform/database.ts';
import { audit } from './audit-tables.ts';

export interface Deed<Action extends string = string> {
  readonly action: Action;
  readonly actor?: string | undefined;
  readonly target: string;
  /** Ids, codes, figures and reasons; never a name, an address or a secret. */
  readonly meta?: Record<string, string | number | boolean | null>;
}

/** Call it in the transaction of what it records. */
export async function record(tx: Pick<Database, 'insert'>, deed: Deed): Promise<void> {
  const { action, actor = null, target, meta = {} } = deed;
  await tx.insert(audit).values({ action, actor, target, meta }).prepare('record').execute();
}
