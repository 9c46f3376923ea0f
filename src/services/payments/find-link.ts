import { eq } from 'drizzle-orm';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { person } from '#tables/identity.ts';
import { payLink, pricePromise } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import { takeOne } from '../identity/allowance.ts';
import { hashToken } from '../identity/token-hash.ts';
import type { Context } from '../kernel/context.ts';
import type { PromiseFound } from './promise-paper.ts';

export interface LinkFound {
  readonly linkId: string;
  readonly promise: PromiseFound;
  /** Whether it may be paid by: neither replaced nor withdrawn, and its customer may order. Its end is told apart. */
  readonly good: boolean;
}

/** Of what a link is; undefined where there is no such link. */
export async function findLink({ db }: Pick<Context, 'db'>, token: string): Promise<LinkFound | undefined> {
  const [found] = await db
    .select({ link: payLink, promise: pricePromise, role: person.role, disabledAt: person.disabledAt })
    .from(payLink)
    .innerJoin(pricePromise, eq(pricePromise.id, payLink.promiseId))
    .innerJoin(person, eq(person.id, pricePromise.personId))
    .where(eq(payLink.tokenHash, hashToken(token)));
  if (!found) return undefined;
  const { link, promise, role, disabledAt } = found;
  return { linkId: link.id, promise, good: !link.revokedAt && role === 'customer' && !disabledAt };
}

/** Within an hour, from one network. `state` is asked for every few seconds while somebody else pays. */
export const LINKS_AN_HOUR = { unknown: 30, open: 30, paper: 30, state: 1_000, pay: 20 } as const;

export type LinkRefusal = Failure<'link_not_found'> | { readonly code: 'too_many_attempts'; readonly seconds: number };

/** The same, as often as a link may be used. */
export async function takeLink(
  context: Pick<Context, 'db' | 'clock'>,
  token: string,
  use: 'open' | 'paper' | 'state' | 'pay',
  client: string,
): Promise<Outcome<LinkFound, LinkRefusal>> {
  const { db, clock } = context;
  const found = await findLink(context, token);
  const seconds = found
    ? await takeOne(db, `${use} ${found.linkId} from ${client}`, LINKS_AN_HOUR[use], clock())
    : await takeOne(db, `unknown links from ${client}`, LINKS_AN_HOUR.unknown, clock());
  if (seconds > 0) return failure({ code: 'too_many_attempts', seconds });
  return found ? success(found) : failure({ code: 'link_not_found' });
}
