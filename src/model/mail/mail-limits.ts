export interface MailLimit {
  readonly cause: string;
  readonly perHour: number;
  readonly over: 'drop' | 'wait';
  readonly unconfirmed: boolean;
}

const FREE = { perHour: 10, over: 'drop', unconfirmed: false } as const;

/** Mails that give access to an account are limited where they are requested. */
export const MAIL_LIMITS = {
  // Free to trigger, and shown in My Orders.
  placed: { cause: 'order placed', ...FREE },
  cancelled: { cause: 'order cancelled', ...FREE },
  dropped: { cause: 'order line dropped', ...FREE },
  changed: { cause: 'unpaid order changed', ...FREE },
  // Asked for, and leads to an order.
  here: { cause: 'pieces that are here', perHour: 30, over: 'wait', unconfirmed: false },
  paid: { cause: 'money', perHour: 60, over: 'wait', unconfirmed: true },
} as const satisfies Record<string, MailLimit>;
