import type { SQL } from 'drizzle-orm';

export interface Invariant {
  readonly name: string;
  readonly meaning: string;
  readonly remedy: string;
}

export interface QueriedInvariant extends Invariant {
  readonly query: (now: Date) => SQL;
}

export const REPORT =
  'Nothing the shop does leads here: keep the database as it is and look into the audit rows of the id.';
