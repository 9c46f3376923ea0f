import type { Email } from '#model/kernel/email.ts';
import { type Letter, type Letterhead, letterText } from '#model/mail/letter.ts';
import { letterHtml } from '#model/mail/letter-html.ts';
import type { Held } from '#platform/jobs/work-jobs.ts';
import type { Context } from '../kernel/context.ts';
import type { Messages } from '../kernel/post.ts';
import type { Sender } from '../kernel/send-messages.ts';

export interface Addressed {
  readonly to: Email;
  readonly letter: Letter;
  readonly confirmed?: boolean;
  /** Whether all that it is about waits to be paid. */
  readonly unpaid?: boolean;
  /** Runs once the mail server has accepted it. */
  readonly onSent?: () => Promise<unknown>;
}

/** `last_error` of a try that came as far as the mail server, or was to. */
const TRIED = /^(refused|unreachable|bad_)/;

/** `write` runs when the mail leaves; undefined: no recipient. `hold` may delay or drop it; `isCounted`: an earlier try used up the hourly limit. */
export function letterSender<K extends keyof Messages>(
  write: (context: Context, message: Messages[K], shop: Letterhead) => Promise<Addressed | undefined>,
  hold?: (context: Context, written: Addressed, isCounted: boolean) => Promise<Held | undefined>,
): Sender<K> {
  return async (context, message, { key, lastError }) => {
    const { mailer, shop, log } = context;
    if (!mailer) return 'no mail server';
    const written = await write(context, message, shop);
    if (!written) return undefined;
    const held = await hold?.(context, written, TRIED.test(lastError ?? ''));
    if (held) return held;
    const { to, letter } = written;
    const sent = await mailer.send({
      ...{ to, key, subject: letter.subject },
      text: letterText(letter, shop),
      html: letterHtml(letter, shop),
    });
    // Whatever becomes of the note: it is not mailed again.
    if (sent.ok)
      await written.onSent?.().catch((err) => log.error({ err, key }, 'a mail that left could not be noted'));
    return sent.ok ? undefined : [sent.failure.code, sent.failure.answer].filter(Boolean).join(' ');
  };
}
