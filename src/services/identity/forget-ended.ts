import { lt, or, type SQL, sql } from 'drizzle-orm';
import { emailConfirmation, knownDevice, passwordReset, pendingSignUp, session } from '#tables/identity.ts';
import type { Context } from '../kernel/context.ts';
import { DEVICE_DAYS } from './known-device.ts';
import { SESSION_LIFE } from './sessions.ts';

const DAY = 86_400_000;
const AT_ONCE = 1_000;

/** Also forgets the network of purchases that are no longer unpaid. Returns the number of rows. */
export async function forgetEnded({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const before = (ms: number) => new Date(clock().getTime() - ms);
  const { idle, absolute } = SESSION_LIFE.customer;
  const over = or(lt(session.seenAt, before(idle)), lt(session.createdAt, before(absolute))) as SQL;
  const { rows: sessions } = await db.execute(sql`
    delete from session where id in (select id from session where ${over} limit ${AT_ONCE}) returning 1`);
  const { rows: proofs } = await db.execute(sql`
    delete from password_reset where token_hash in
      (select token_hash from password_reset where ${lt(passwordReset.expiresAt, before(DAY))} limit ${AT_ONCE}) returning 1`);
  const { rows: links } = await db.execute(sql`
    delete from email_confirmation where token_hash in
      (select token_hash from email_confirmation where ${lt(emailConfirmation.expiresAt, before(DAY))} limit ${AT_ONCE}) returning 1`);
  const { rows: signUps } = await db.execute(sql`
    delete from pending_sign_up where id in
      (select id from pending_sign_up where ${lt(pendingSignUp.expiresAt, clock())} limit ${AT_ONCE}) returning 1`);
  const { rows: devices } = await db.execute(sql`
    delete from known_device where (token_hash, person_id) in
      (select token_hash, person_id from known_device where ${lt(knownDevice.seenAt, before(DEVICE_DAYS * DAY))}
        limit ${AT_ONCE}) returning 1`);
  const { rows: networks } = await db.execute(sql`
    update purchase set network = null, network_place = null where id in
      (select id from purchase where network is not null and state not in ('unpaid', 'changing', 'expiring', 'cancelling')
        limit ${AT_ONCE} for update skip locked) returning 1`);
  return [devices, sessions, proofs, links, signUps, networks].reduce((sum, rows) => sum + rows.length, 0);
}
