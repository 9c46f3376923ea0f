import type { BackupRounds } from '#platform/backup/keep-backups.ts';
import { forgetAllowances } from '../services/identity/allowance.ts';
import { forgetEnded } from '../services/identity/forget-ended.ts';
import { identityMails } from '../services/identity/identity-mails.ts';
import { removeUnusedPictures } from '../services/images/remove-unused-pictures.ts';
import { anchorAudit } from '../services/kernel/anchor-audit.ts';
import { checkAudit } from '../services/kernel/check-audit.ts';
import type { Context } from '../services/kernel/context.ts';
import type { Round } from '../services/kernel/rounds.ts';
import { sealAudit } from '../services/kernel/seal-audit.ts';
import { OUTBOX_AT_ONCE, workMails, workOutbox } from '../services/kernel/work-outbox.ts';
import { orderMails } from '../services/orders/order-mails.ts';
import { closeOldOrders } from '../services/payments/close-old-orders.ts';
import { comparePayments } from '../services/payments/compare-payments.ts';
import { expireHolds } from '../services/payments/expire-holds.ts';
import { forgetEvents } from '../services/payments/forget-events.ts';
import { paymentMails } from '../services/payments/payment-mails.ts';
import { paymentSenders } from '../services/payments/payment-senders.ts';
import { readEvents } from '../services/payments/read-events.ts';
import { sweepPayments } from '../services/payments/sweep-payments.ts';
import { INBOX_AT_ONCE, workInbox } from '../services/payments/work-inbox.ts';
import { peopleMails } from '../services/people/people-mails.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LONG = { deadline: 6 * HOUR };
const OUTBOX = { everyMs: 5_000, onWake: true, full: OUTBOX_AT_ONCE };
const MAILS = { ...identityMails, ...peopleMails, ...orderMails, ...paymentMails };

/** Each round may run in two processes at once: rows decide which of them does the work. */
export function backgroundWork(context: Context, backups: BackupRounds | undefined): Round[] {
  return [
    { name: 'inbox', everyMs: 5_000, onWake: true, full: INBOX_AT_ONCE, work: () => workInbox(context) },
    { name: 'outbox', ...OUTBOX, work: () => workOutbox(context, paymentSenders) },
    { name: 'mail', ...OUTBOX, work: () => workMails(context, MAILS) },
    { name: 'sweep', everyMs: 30_000, onWake: false, work: () => sweepPayments(context) },
    { name: 'events', everyMs: 5 * MINUTE, onWake: false, work: () => readEvents(context) },
    { name: 'holds', everyMs: 30_000, onWake: false, work: () => expireHolds(context) },
    { name: 'old orders', everyMs: 15 * MINUTE, onWake: false, work: () => closeOldOrders(context) },
    {
      name: 'comparison',
      everyMs: 24 * HOUR,
      onWake: false,
      ...LONG,
      work: () => comparePayments(context).then(() => 0),
    },
    { name: 'pictures', everyMs: HOUR, onWake: false, ...LONG, work: () => removeUnusedPictures(context) },
    { name: 'allowances', everyMs: 600_000, onWake: false, work: () => forgetAllowances(context) },
    { name: 'ended', everyMs: 60 * MINUTE, onWake: false, work: () => forgetEnded(context) },
    { name: 'old events', everyMs: 60 * MINUTE, onWake: false, work: () => forgetEvents(context) },
    { name: 'audit', everyMs: 30_000, onWake: false, work: () => sealAudit(context) },
    { name: 'audit check', everyMs: MINUTE, onWake: false, work: () => checkAudit(context) },
    { name: 'audit anchor', everyMs: 60 * MINUTE, onWake: false, work: () => anchorAudit(context) },
    ...(backups
      ? [
          { name: 'backup', everyMs: 10 * MINUTE, onWake: false, ...LONG, work: () => backups.backUp() },
          { name: 'archive', everyMs: MINUTE, onWake: false, ...LONG, work: () => backups.keepUp() },
        ]
      : []),
  ];
}
