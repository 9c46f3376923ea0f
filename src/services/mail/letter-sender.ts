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
}

/** `write` runs when the mail leaves; undefined: no recipient. `hold` may delay it before its first attempt. */
export function letterSender<K extends keyof Messages>(
  write: (context: Context, message: Messages[K], shop: Letterhead) => Promise<Addressed | undefined>,
  hold?: (context: Context, written: Addressed) => Promise<Held | undefined>,
): Sender<K> {
  return async (context, message, { attempts, key }) => {
    const { mailer, shop } = context;
    if (!mailer) return 'no mail server';
    const written = await write(context, message, shop);
    if (!written) return undefined;
    const held = attempts === 1 ? await hold?.(context, written) : undefined;
    if (held) return held;
    const { to, letter } = written;
    const sent = await mailer.send({
      ...{ to, key, subject: letter.subject },
      text: letterText(letter, shop),
      html: letterHtml(letter, shop),
    });
    return sent.ok ? undefined : [sent.failure.code, sent.failure.answer].filter(Boolean).join(' ');
  };
}
