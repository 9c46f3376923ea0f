import { lt, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import {
  emailConfirmation,
  googleAttempt,
  knownDevice,
  passwordReset,
  pendingSignUp,
  session,
  signInFailure,
} from '#tables/identity.ts';
import type { Context } from '../kernel/context.ts';
import { DEVICE_DAYS } from './known-device.ts';
import { SESSION_LIFE } from './sessions.ts';
import { FAILURES_COUNT_MS } from './sign-in-throttle.ts';

const DAY = 86_400_000;
const AT_ONCE = 1_000;

/** Also forgets the network of purchases that are no longer unpaid. Returns the number of rows. */
export async function forgetEnded({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const before = (ms: number) => new Date(clock().getTime() - ms);
  const { idle, absolute } = SESSION_LIFE.customer;
  const forget = async (table: PgTable, key: SQL, ended: SQL) => {
    const some = sql`select ${key} from ${table} where ${ended} limit ${AT_ONCE}`;
    const { rows } = await db.execute(sql`delete from ${table} where (${key}) in (${some}) returning 1`);
    return rows.length;
  };
  const over = or(lt(session.seenAt, before(idle)), lt(session.createdAt, before(absolute))) as SQL;
  const byToken = sql`token_hash`;
  const forgotten = [
    await forget(session, sql`id`, over),
    await forget(passwordReset, byToken, lt(passwordReset.expiresAt, before(DAY))),
    await forget(emailConfirmation, byToken, lt(emailConfirmation.expiresAt, before(DAY))),
    await forget(pendingSignUp, sql`id`, lt(pendingSignUp.expiresAt, clock())),
    await forget(googleAttempt, sql`state_hash`, lt(googleAttempt.expiresAt, clock())),
    await forget(knownDevice, sql`token_hash, person_id`, lt(knownDevice.seenAt, before(DEVICE_DAYS * DAY))),
    await forget(signInFailure, sql`subject`, lt(signInFailure.lastAt, before(FAILURES_COUNT_MS))),
  ];
  // An array, as in work-jobs.ts: no more than so many.
  const { rows: networks } = await db.execute(sql`
    update purchase set network = null, network_place = null where id = any(array(
      select id from purchase where network is not null and state not in ('unpaid', 'changing', 'expiring', 'cancelling')
        limit ${AT_ONCE} for update skip locked)) returning 1`);
  return forgotten.reduce((sum, rows) => sum + rows, networks.length);
}
