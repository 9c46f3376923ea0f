import { eq, type SQL, sql } from 'drizzle-orm';
import { outbox } from '#tables/kernel.ts';
import type { Context } from './context.ts';
import { ask, named } from './named-statement.ts';
import type { Messages } from './post.ts';

export interface Sender<K extends keyof Messages> {
  /** Returns why it failed, or undefined. A message may come again after it arrived: its answer was lost. */
  readonly send: (context: Context, message: Messages[K], delivery: Delivery) => Promise<string | Held | undefined>;
  /** Then it is given up. Absent: never. */
  readonly tries?: number;
}

/** Not sent on purpose: dropped, or tried again in `later` seconds, which is no failed attempt. */
export type Held = { readonly drop: string } | { readonly later: number };

export interface Delivery {
  readonly attempt: number;
  readonly dedupe: string;
}

export type Senders = { readonly [K in keyof Messages]: Sender<K> };
export type MailKind = Extract<keyof Messages, `mail.${string}`>;

type Row = { id: number; kind: keyof Messages; payload: never; attempts: number; dedupe: string };

export const workOutbox = (context: Context, senders: Omit<Senders, MailKind>): Promise<number> =>
  work(context, senders, NO_MAIL);

interface Which {
  readonly name: string;
  readonly of: SQL;
}

const NO_MAIL: Which = { name: 'other', of: sql`kind not like 'mail.%'` };
const MAIL: Which = { name: 'mail', of: sql`kind like 'mail.%'` };
// Must match the index `outbox_account_mail_due`.
const ACCOUNT_MAIL: Which = {
  name: 'account-mail',
  of: sql`(kind like 'mail.password-%' or kind like 'mail.account-%')`,
};

/** Apart from the rest, so that a slow mail server does not delay payments. Account mails go first. */
export async function workMails(context: Context, senders: Pick<Senders, MailKind>): Promise<number> {
  const first = await work(context, senders, ACCOUNT_MAIL);
  return first < OUTBOX_AT_ONCE ? first + (await work(context, senders, MAIL, OUTBOX_AT_ONCE - first)) : first;
}

// Few enough to finish before the lease ends.
export const OUTBOX_AT_ONCE = 5;

/** Failed messages come again, later each time. Returns how many it took. */
async function work(
  context: Context,
  senders: Partial<Senders>,
  which: Which,
  atOnce = OUTBOX_AT_ONCE,
): Promise<number> {
  const now = context.clock().toISOString();
  const due = await ask<Row>(
    context.db,
    named(
      `take-messages ${which.name}`,
      sql`
    update outbox set attempts = attempts + 1, lease_until = ${now}::timestamptz + interval '60 seconds'
     where id in (select id from outbox where ${which.of} and done_at is null and dead_at is null and run_at <= ${now}::timestamptz
                     and (lease_until is null or lease_until <= ${now}::timestamptz)
                   order by run_at fetch first (${atOnce}::int) rows only for update skip locked)
    returning id, kind, payload, attempts, dedupe`,
    ),
  );
  await Promise.all(due.map((row) => send(context, senders, row)));
  return due.length;
}

async function send(context: Context, senders: Partial<Senders>, row: Row): Promise<void> {
  const { id, kind, attempts } = row;
  const sender: Sender<never> | undefined = senders[kind];
  let problem: string | undefined;
  let held: Held | undefined;
  try {
    if (!sender) throw new Error('Nobody sends messages of this kind');
    const answer = await sender.send(context, row.payload, { attempt: attempts, dedupe: row.dedupe });
    if (typeof answer === 'object') held = answer;
    else problem = answer;
  } catch (error) {
    // One failing message must not block the others.
    context.log.error({ err: error, outbox: id, kind }, 'sending failed');
    problem = 'failed';
  }
  const now = context.clock();
  if (held && 'later' in held) {
    const runAt = new Date(now.getTime() + held.later * 1000);
    await context.db
      .update(outbox)
      .set({ runAt, leaseUntil: null, attempts: attempts - 1 })
      .where(eq(outbox.id, id));
    return;
  }
  if (held) context.log.info({ outbox: id, kind, why: held.drop }, 'dropped');
  const dead = problem !== undefined && attempts >= (sender?.tries ?? Number.POSITIVE_INFINITY);
  if (problem) context.log.error({ outbox: id, kind, problem, attempts }, dead ? 'given up' : 'not sent yet');
  const again = new Date(now.getTime() + Math.min(2 ** attempts, 900) * 1000);
  const gone = (!problem || dead) && kind.startsWith('mail.');
  const way = problem ? (dead ? 'dead' : 'again') : 'done';
  await context.db
    .update(outbox)
    .set({
      ...(problem
        ? { lastError: problem, runAt: again, leaseUntil: null, ...(dead ? { deadAt: now } : {}) }
        : { doneAt: now, lastError: held?.drop ?? null }),
      // Clear the payload after delivery; keep the dedupe key.
      ...(gone ? { payload: {} } : {}),
    })
    .where(eq(outbox.id, id))
    .prepare(`message-${way}${gone ? '-empty' : ''}`)
    .execute();
}
