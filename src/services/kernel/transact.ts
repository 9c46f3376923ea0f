import type { Outcome } from '#model/kernel/outcome.ts';
import type { Db, Transaction } from './context.ts';

class RolledBack extends Error {
  readonly outcome: unknown;
  constructor(outcome: unknown) {
    super('rolled back');
    this.outcome = outcome;
  }
}

/** A returned failure rolls everything back. */
export async function transact<O extends Outcome<unknown, unknown>>(
  db: Db,
  work: (tx: Transaction) => Promise<O>,
): Promise<O> {
  try {
    return await db.transaction(async (tx) => {
      const outcome = await work(tx);
      if (!outcome.ok) throw new RolledBack(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome as O;
    throw error;
  }
}

export function violatedConstraint(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return undefined;
  const { code, constraint: name } = cause as { code: unknown; constraint?: string };
  return code === '23505' || code === '23514' ? name : undefined;
}
