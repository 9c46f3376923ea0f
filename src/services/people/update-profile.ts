import { eq } from 'drizzle-orm';
import { PersonName } from '#model/identity/credentials.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { UpdateProfile } from '#model/people/profile.ts';
import { person } from '#tables/identity.ts';
import { profile } from '#tables/people.ts';
import { refuseBeyond, type TooMany } from '../identity/allowance.ts';
import { canUsePicture } from '../images/use-picture.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';

/** Of one person: each leaves a row of the audit. */
export const PROFILE_CHANGES_AN_HOUR = 60;

export function updateProfile(
  { db, clock, pictures }: Pick<Context, 'db' | 'clock' | 'pictures'>,
  personId: string,
  { name, photo, ...details }: UpdateProfile,
): Promise<Outcome<undefined, { readonly code: 'photo_missing' | 'name_too_long' } | TooMany<'profiles'>>> {
  return transact(db, async (tx) => {
    if (name !== undefined && !PersonName.safeParse(name).success && !(await isNameOf(tx, personId, name)))
      return failure({ code: 'name_too_long' });
    if (!(await canUsePicture(tx, { pictures }, photo))) return failure({ code: 'photo_missing' });
    const refusal = await refuseBeyond(tx, 'profiles', personId, PROFILE_CHANGES_AN_HOUR, clock());
    if (refusal) return refusal;
    await tx
      .update(person)
      .set({ photo, ...(name === undefined ? {} : { name }) })
      .where(eq(person.id, personId));
    const row = { ...details, updatedAt: clock() };
    await tx
      .insert(profile)
      .values({ personId, ...row })
      .onConflictDoUpdate({ target: profile.personId, set: row });
    await record(tx, { action: 'person.told_profile', actor: personId, target: personId });
    return success(undefined);
  });
}

async function isNameOf(tx: Transaction, personId: string, name: string): Promise<boolean> {
  const [known] = await tx.select({ name: person.name }).from(person).where(eq(person.id, personId));
  return known?.name === name;
}
