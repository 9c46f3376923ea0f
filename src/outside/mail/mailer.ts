import type { Email } from '#model/kernel/email.ts';
import type { Outcome } from '#model/kernel/outcome.ts';

export interface Mailer {
  /** Succeeds when the server has accepted the mail. After a failure it may have accepted it as well. */
  send(mail: OutgoingMail): Promise<Outcome<undefined, MailFailure>>;
}

export interface OutgoingMail {
  readonly to: Email;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for each attempt, so that mail programs recognise a duplicate. */
  readonly key: string;
}

/** bad_address, bad_subject: not sent. refused: rejected by the server. */
export interface MailFailure {
  readonly code: 'bad_address' | 'bad_subject' | 'refused' | 'unreachable';
  readonly answer?: number;
}
