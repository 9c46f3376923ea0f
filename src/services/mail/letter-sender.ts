import type { Email } from '#model/kernel/email.ts';
import type { Letter, Letterhead } from '#model/mail/letter.ts';
import { letterHtml } from '#model/mail/letter-html.ts';
import { letterText } from '#model/mail/letter-text.ts';
import type { Context } from '../kernel/context.ts';
import type { Messages } from '../kernel/post.ts';
import type { Held, Sender } from '../kernel/work-outbox.ts';

/** A letter and the address that it goes to. */
export interface Addressed {
  readonly to: Email;
  readonly letter: Letter;
  /** False where nobody has shown that the address is theirs. */
  readonly confirmed?: boolean;
}

// About an hour: what has not left by then is no news any more.
const TRIES = 12;

/**
 * How a kind of message leaves as mail.
 * @param hold keeps one back before its first attempt; what is limited where it is asked for has none
 * @param write makes the letter when it is about to leave; undefined when there is nobody to write to
 */
export function letterSender<K extends keyof Messages>(
  write: (context: Context, message: Messages[K], shop: Letterhead) => Promise<Addressed | undefined>,
  hold?: (context: Context, written: Addressed) => Promise<Held | undefined>,
): Sender<K> {
  return {
    tries: TRIES,
    async send(context, message, { attempt, dedupe }) {
      const { mailer, shop } = context;
      if (!mailer) return 'no mail server';
      const written = await write(context, message, shop);
      if (!written) return undefined;
      const held = attempt === 1 ? await hold?.(context, written) : undefined;
      if (held) return held;
      const { to, letter } = written;
      const sent = await mailer.send({
        to,
        subject: letter.subject,
        text: letterText(letter, shop),
        html: letterHtml(letter, shop),
        key: dedupe,
      });
      return sent.ok ? undefined : [sent.failure.code, sent.failure.answer].filter(Boolean).join(' ');
    },
  };
}
