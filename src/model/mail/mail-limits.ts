/** How many mails of one cause an address gets within an hour, and what is done with more. */
export interface MailLimit {
  readonly cause: string;
  readonly perHour: number;
  /** `drop` when the shop shows the same elsewhere; `wait` for the next hour when no mail may be lost. */
  readonly over: 'drop' | 'wait';
  /** Whether unconfirmed addresses get them in a shop that asks for confirmations. */
  readonly unconfirmed: boolean;
}

const FREE = { perHour: 10, over: 'drop', unconfirmed: false } as const;

/** Mails that give access to an account are limited where they are requested, not here. */
export const MAIL_LIMITS = {
  // Placing and cancelling an order is free, and My Orders shows it.
  placed: { cause: 'order placed', ...FREE },
  cancelled: { cause: 'order cancelled', ...FREE },
  // Each stands for money that was paid.
  paid: { cause: 'money', perHour: 60, over: 'wait', unconfirmed: true },
} as const satisfies Record<string, MailLimit>;
