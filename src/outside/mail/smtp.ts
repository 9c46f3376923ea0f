import { createHash } from 'node:crypto';
import { Email } from '#model/kernel/email.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';

export interface Mailer {
  /** Succeeds when the server has accepted the mail. After a failure it may have accepted it as well. */
  send(mail: OutgoingMail): Promise<Outcome<undefined, MailFailure>>;
  /** The test mailbox, whose pages show everybody's mail. */
  readonly standIn?: boolean;
}

interface OutgoingMail {
  readonly to: Email;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for each attempt, so that mail programs recognise a duplicate. */
  readonly key: string;
}

/** bad_address, bad_subject: not sent. refused: rejected by the server. */
interface MailFailure {
  readonly code: 'bad_address' | 'bad_subject' | 'refused' | 'unreachable';
  readonly answer?: number;
}

export interface SmtpOptions {
  /** `smtp://user:password@host:port`, or `smtps://` for TLS from the first byte. */
  readonly url: string;
  readonly from: { readonly name: string; readonly address: string };
  /** Where answers go, if not to `from`. */
  readonly replyTo?: string | undefined;
  readonly standIn?: boolean;
}

const SECONDS = 1000;

/** Sends by SMTP, over TLS unless the server is on this machine. */
export function createSmtp({ url, from, replyTo, standIn = false }: SmtpOptions): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const local = ['localhost', '127.0.0.1', '::1'].includes(host);
  // Loaded with the first mail, because the library is large.
  const open = async () =>
    (await import('nodemailer')).createTransport({
      // A free connection takes the next mail: a new one costs greetings, TLS and a login.
      pool: true,
      idleTimeout: 10 * SECONDS,
      host,
      port: Number(port) || (secure ? 465 : 587),
      secure,
      requireTLS: !secure && !local,
      ignoreTLS: local && !secure,
      ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
      connectionTimeout: 10 * SECONDS,
      greetingTimeout: 10 * SECONDS,
      socketTimeout: 15 * SECONDS,
      dnsTimeout: 10 * SECONDS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  let transport: ReturnType<typeof open> | undefined;
  const domain = from.address.split('@').at(-1);
  return {
    standIn,
    async send({ to, subject, text, html, key }) {
      // Nothing that could be read as two addresses or as a header may reach the library.
      if (Email.safeParse(to).data !== to) return failure({ code: 'bad_address' });
      if (/\p{Cc}/u.test(subject)) return failure({ code: 'bad_subject' });
      try {
        transport ??= open().catch((error) => {
          transport = undefined;
          throw error;
        });
        await (await transport).sendMail({
          envelope: { from: from.address, to: [to] },
          from,
          to: { name: '', address: to },
          ...(replyTo && replyTo !== from.address && { replyTo }),
          subject,
          text,
          html,
          messageId: `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return success(undefined);
      } catch (error) {
        return failure(explain(error));
      }
    },
  };
}

/** Only the reply code: the text quotes the address. */
function explain(error: unknown): MailFailure {
  const answer = (error as { responseCode?: number } | undefined)?.responseCode;
  return answer === undefined ? { code: 'unreachable' } : { code: 'refused', answer };
}
