import { type SQL, sql } from 'drizzle-orm';

/** Of a row of `purchase`. */
export const UNPAID = sql`state in ('unpaid', 'changing', 'expiring', 'cancelling')`;

/** A confirmed e-mail or a paid order. Demo accounts count as confirmed. */
export const isTrusted = (person: SQL): SQL => sql`
  (exists (select from person as who where who.id = ${person} and (who.demo or who.email_proof is not null))
   or exists (select from purchase as known where known.person_id = ${person} and known.state = 'paid'))`;

/** The lowest free number among a customer's unpaid purchases. Its unique index lets only one of two have it. */
export const freePlace = (person: SQL): SQL => lowestFree(sql`person_id = ${person}`, sql`unpaid_place`);

export const freeNetworkPlace = (network: SQL): SQL => lowestFree(sql`network = ${network}`, sql`network_place`);

const lowestFree = (owned: SQL, placeColumn: SQL): SQL => sql`
  (select min(place) from generate_series(1, 1 + (select count(*) from purchase where ${owned} and ${UNPAID})) as place
    where not exists (select from purchase where ${owned} and ${placeColumn} = place and ${UNPAID}))`;
