import { checkAudit } from '#platform/audit/check-audit.ts';
import { anchorAudit, sealAudit } from '#platform/audit/seal-audit.ts';
import type { BackupRounds } from '#platform/backup/keep-backups.ts';
import type { Round } from '#platform/jobs/rounds.ts';
import { forgetAllowances } from '../services/identity/allowance.ts';
import { forgetEnded } from '../services/identity/forget-ended.ts';
import { identityMails } from '../services/identity/identity-mails.ts';
import { removeUnusedPictures } from '../services/images/remove-unused-pictures.ts';
import type { Context } from '../services/kernel/context.ts';
import { onceADay } from '../services/kernel/once-a-day.ts';
import { MAIL, OUTBOX, workMails, workOutbox } from '../services/kernel/send-messages.ts';
import { orderMails } from '../services/orders/order-mails.ts';
import { INVOICES_AT_ONCE, writeInvoices } from '../services/orders/papers/write-invoices.ts';
import { orderSenders } from '../services/orders/waiting/serve-waiting.ts';
import { closeOldOrders } from '../services/payments/close-old-orders.ts';
import { comparePayments } from '../services/payments/compare-payments.ts';
import { expireHolds } from '../services/payments/expire-holds.ts';
import { giveUpUnanswered } from '../services/payments/give-up-unanswered.ts';
import { paymentMails } from '../services/payments/payment-mails.ts';
import { paymentSenders } from '../services/payments/payment-senders.ts';
import { readEvents } from '../services/payments/read-events.ts';
import { forgetEvents } from '../services/payments/store-event.ts';
import { sweepPayments } from '../services/payments/sweep-payments.ts';
import { INBOX, workInbox } from '../services/payments/work-inbox.ts';
import { peopleMails } from '../services/people/people-mails.ts';
import { lookAtDisk } from './look-at-disk.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LONG = { deadline: 6 * HOUR };
const OFTEN = { everyMs: 5_000, onWake: true };
/** Of those that call other servers, which may take half a minute to fail. */
const CALLS = { ...OFTEN, lanes: 3 };

/** Those that send the mails of all features. */
export const MAILS = { ...identityMails, ...peopleMails, ...orderMails, ...paymentMails };

/** Each round may run in two processes at once: rows decide which of them does the work. */
export function backgroundWork(context: Context, backups: BackupRounds | undefined, dataFolder: string): Round[] {
  return [
    { name: 'inbox', ...OFTEN, full: INBOX.atOnce, work: () => workInbox(context) },
    {
      name: 'outbox',
      ...CALLS,
      full: OUTBOX.atOnce,
      work: () => workOutbox(context, { ...orderSenders, ...paymentSenders }),
    },
    { name: 'mail', ...CALLS, full: MAIL.atOnce, work: () => workMails(context, MAILS) },
    { name: 'invoices', ...OFTEN, full: INVOICES_AT_ONCE, work: () => writeInvoices(context) },
    { name: 'sweep', everyMs: 30_000, work: () => sweepPayments(context) },
    { name: 'events', everyMs: 5 * MINUTE, work: () => readEvents(context) },
    { name: 'holds', everyMs: 30_000, work: () => expireHolds(context) },
    { name: 'old orders', everyMs: 15 * MINUTE, work: () => closeOldOrders(context) },
    { name: 'unanswered', everyMs: 15 * MINUTE, work: () => giveUpUnanswered(context) },
    { name: 'comparison', everyMs: 24 * HOUR, ...LONG, work: () => comparePayments(context).then(() => 0) },
    { name: 'pictures', everyMs: HOUR, ...LONG, work: () => removeUnusedPictures(context) },
    { name: 'allowances', everyMs: 10 * MINUTE, work: () => forgetAllowances(context) },
    { name: 'ended', everyMs: HOUR, work: () => forgetEnded(context) },
    { name: 'old events', everyMs: HOUR, work: () => forgetEvents(context) },
    { name: 'audit', everyMs: 30_000, work: () => sealAudit(context) },
    { name: 'audit check', everyMs: MINUTE, work: () => checkAudit(context) },
    { name: 'audit anchor', everyMs: HOUR, work: () => anchorAudit(context, () => onceADay(context, 'audit anchor')) },
    { name: 'disk', everyMs: MINUTE, work: () => lookAtDisk(context, dataFolder) },
    ...(backups
      ? [
          { name: 'backup', everyMs: 10 * MINUTE, ...LONG, work: () => backups.backUp() },
          { name: 'archive', everyMs: MINUTE, ...LONG, work: () => backups.keepUp() },
        ]
      : []),
  ];
}
