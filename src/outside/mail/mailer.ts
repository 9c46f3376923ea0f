import type { Email } from '#model/kernel/email.ts';
import type { Outcome } from '#model/kernel/outcome.ts';

/** Hands mails over to a mail server. */
export interface Mailer {
  /** Succeeds once the server has taken the mail. After a failure it may have taken it all the same. */
  send(mail: OutgoingMail): Promise<Outcome<undefined, MailFailure>>;
}

export interface OutgoingMail {
  readonly to: Email;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for every try of one mail, so that mail programs know a second copy. */
  readonly key: string;
}

/** bad_address, bad_subject: it never reached the server. refused: the server does not take this mail. */
export interface MailFailure {
  readonly code: 'bad_address' | 'bad_subject' | 'refused' | 'unreachable';
  /** The server's answer code, such as 550. */
  readonly answer?: number;
}
