import { randomBytes } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Email } from '#model/kernel/email.ts';
import { knownDevice, person } from '#tables/identity.ts';
import type { Context, Db, Transaction } from '../kernel/context.ts';
import { hashToken } from './token-hash.ts';

export const DEVICE_DAYS = 180;
/** In a row; then a known browser waits like an unknown one. */
export const DEVICE_FAILURES = 5;

/** Not delayed by other browsers' failures. Counted before the check, so that parallel tries keep within the limit. */
export async function takeDeviceTry(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  token: string | undefined,
  email: Email,
): Promise<boolean> {
  if (!token) return false;
  const taken = await db
    .update(knownDevice)
    .set({ failures: sql`${knownDevice.failures} + 1` })
    .from(person)
    .where(
      and(
        eq(knownDevice.tokenHash, hashToken(token)),
        eq(knownDevice.personId, person.id),
        eq(person.email, email),
        lt(knownDevice.failures, DEVICE_FAILURES),
        gt(knownDevice.seenAt, new Date(clock().getTime() - DEVICE_DAYS * 86_400_000)),
      ),
    )
    .returning({ personId: knownDevice.personId });
  return taken.length > 0;
}

/** Returns the new cookie. It takes over what `before` had for other accounts; a copy of `before` is useless. */
export async function knowDevice(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  personId: string,
  before: string | undefined,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const tokenHash = hashToken(token);
  const seen = { seenAt: clock(), failures: 0 };
  await db.transaction(async (tx) => {
    if (before)
      await tx
        .update(knownDevice)
        .set({ tokenHash })
        .where(eq(knownDevice.tokenHash, hashToken(before)));
    await tx
      .insert(knownDevice)
      .values({ tokenHash, personId, ...seen })
      .onConflictDoUpdate({ target: [knownDevice.tokenHash, knownDevice.personId], set: seen });
  });
  return token;
}

export async function forgetDevices(tx: Transaction | Db, personId: string): Promise<void> {
  await tx.delete(knownDevice).where(eq(knownDevice.personId, personId));
}
