import type { MailLimit } from '#model/mail/mail-limits.ts';
import type { Held } from '#platform/jobs/work-jobs.ts';
import { takeOne } from '../identity/allowance.ts';
import type { Context } from '../kernel/context.ts';
import type { Addressed } from '../mail/letter-sender.ts';

export const limitMails =
  ({ cause, perHour, over, unconfirmed }: MailLimit) =>
  async ({ db, clock, confirmation }: Context, { to, confirmed = true }: Addressed): Promise<Held | undefined> => {
    if (!confirmed && !unconfirmed && confirmation !== 'off') return { drop: 'address not confirmed' };
    const wait = await takeOne(db, `mail about ${cause} to ${to}`, perHour, clock());
    if (wait === 0) return undefined;
    return over === 'wait' ? { later: wait } : { drop: 'over the hourly number' };
  };
