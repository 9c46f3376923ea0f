import type { Email } from '#model/kernel/email.ts';
import type { Letter, Letterhead } from '#model/mail/letter.ts';
import { letterHtml } from '#model/mail/letter-html.ts';
import { letterText } from '#model/mail/letter-text.ts';
import type { Context } from '../kernel/context.ts';
import type { Messages } from '../kernel/post.ts';
import type { Held, Sender } from '../kernel/work-outbox.ts';

export interface Addressed {
  readonly to: Email;
  readonly letter: Letter;
  readonly confirmed?: boolean;
}

// About an hour: later it is no news.
const TRIES = 12;

/** `write` runs when the mail leaves; undefined: no recipient. `hold` may delay it before its first attempt. */
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
