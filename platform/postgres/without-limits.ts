import type { Session, Sql } from './sql.ts';

// Versions differ in their limits, and setting an unknown one is an error.
const lift = (extent: 'transaction' | 'session') => `
  select set_config(name, '0', ${extent === 'transaction'}) from pg_settings
  where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

/** A transaction without the limits that are meant for the shop's short statements. */
export const beginWithoutLimits = <T>(sql: Pick<Sql, 'begin'>, work: (tx: Session) => Promise<T>): Promise<T> =>
  sql.begin(async (tx) => {
    await tx.unsafe(lift('transaction'));
    return work(tx);
  });

/** One connection without those limits, each statement committed by itself. */
export const aloneWithoutLimits = <T>(sql: Pick<Sql, 'alone'>, work: (session: Session) => Promise<T>): Promise<T> =>
  sql.alone(async (session) => {
    await session.unsafe(lift('session'));
    return work(session);
  });

/** The same of the query builder. */
export const transactWithoutLimits = <Tx extends { execute(text: string): PromiseLike<unknown> }, T>(
  db: { transaction<R>(work: (tx: Tx) => Promise<R>): Promise<R> },
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.execute(lift('transaction'));
    return work(tx);
  });
