import { createPages } from './pages.ts';
import { createReceiver, type Refusal } from './receiver.ts';
import { type Mail, openStore } from './store.ts';

export interface MailboxOptions {
  /** Path of the SQLite file that keeps the mail, or ':memory:'. */
  readonly store: string;
  /** Where the pages are mounted, without a slash at the end. */
  readonly path: string;
  readonly log: { error(fields: object, message: string): void };
  /** Lets a test refuse a recipient or a mail. */
  readonly refuse?: (mail: { to: string }) => Refusal | undefined;
}

export interface Mailbox {
  /** The pages on which a developer reads the mail. */
  fetch(request: Request): Promise<Response> | Response;
  /** Takes mail by SMTP on 127.0.0.1 only; 0 takes a free port. Rejects when the port is taken. */
  listen(port: number): Promise<{ host: '127.0.0.1'; port: number }>;
  /** Every mail, newest first. */
  mails(): Mail[];
  close(): Promise<void>;
}

/** A local mail server that takes every mail for everybody and shows it on pages. Nothing leaves this machine. */
export function createMailbox({ store: file, path, log, refuse }: MailboxOptions): Mailbox {
  const store = openStore(file);
  const receiver = createReceiver({ keep: store.keep, log, refuse: refuse ?? (() => undefined) });
  const pages = createPages(store, path);
  return {
    fetch: (request) => pages.fetch(request),
    listen: receiver.listen,
    mails: store.newest,
    async close() {
      await receiver.close();
      store.close();
    },
  };
}
