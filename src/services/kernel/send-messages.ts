import { type Job, type Queue, type Result, workJobs } from '#platform/jobs/work-jobs.ts';
import type { Context } from './context.ts';
import type { Messages } from './post.ts';

/** A message may come again after it arrived: its answer was lost. */
export type Sender<K extends keyof Messages> = (context: Context, message: Messages[K], job: Sent) => Promise<Result>;

export type Sent = Pick<Job, 'key' | 'attempts' | 'lastError'>;
export type Senders = { readonly [K in keyof Messages]: Sender<K> };
export type MailKind = Extract<keyof Messages, `mail.${string}`>;

export const OUTBOX = { name: 'outbox', atOnce: 5 } as const satisfies Queue;
/** Apart from the rest, so that a slow mail server does not delay payments. After about an hour it is no news. */
export const MAIL = { name: 'mail', atOnce: 5, tries: 12, clears: true } as const satisfies Queue;

export const workOutbox = (context: Context, senders: Omit<Senders, MailKind>): Promise<number> =>
  workJobs(context, OUTBOX, () => sendWith(context, senders));

export const workMails = (context: Context, senders: Pick<Senders, MailKind>): Promise<number> =>
  workJobs(context, MAIL, () => sendWith(context, senders));

/** In a rolling update: a machine of the next release will send it. */
const LATER_RELEASE = { later: 30, why: 'nobody sends this kind' };

const sendWith =
  (context: Context, senders: Partial<Senders>) =>
  async (job: Job): Promise<Result> => {
    const send: Sender<never> | undefined = senders[job.kind as keyof Messages];
    if (!send) return LATER_RELEASE;
    return send(context, job.payload as never, job);
  };
