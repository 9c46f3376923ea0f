import { type SQL, sql } from 'drizzle-orm';
import type { Offer } from '#model/pricing/offer.ts';
import type { Context } from '../kernel/context.ts';
import { ask, named } from '../kernel/named-statement.ts';

/** The index `one_offer` gives the offer to only one of two concurrent orders. */
export const offerUsed = (person: SQL): SQL => sql`
  exists (select from purchase where person_id = ${person} and offer and state not in ('cancelled', 'refunded'))`;

export const emailConfirmed = (person: SQL): SQL => sql`
  exists (select from person where id = ${person} and email_proof is not null)`;

/** For display: the statement that places an order decides. */
export async function firstOrderOffer({ db, offer }: Pick<Context, 'db' | 'offer'>, personId: string): Promise<Offer> {
  const { percent, confirmedOnly } = offer;
  if (percent === 0) return { state: 'off', percent };
  const person = sql`${personId}::uuid`;
  const [found] = await ask<{ used: boolean; confirmed: boolean }>(
    db,
    named('first-order-offer', sql`select ${offerUsed(person)} as used, ${emailConfirmed(person)} as confirmed`),
  );
  if (found?.used) return { state: 'used', percent };
  return { state: confirmedOnly && !found?.confirmed ? 'unconfirmed' : 'open', percent };
}
