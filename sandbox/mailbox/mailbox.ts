import { createPages } from './pages.ts';
import { createReceiver, type Refusal } from './receiver.ts';
import { type Mail, openStore } from './store.ts';

export interface MailboxOptions {
  /** Path of a SQLite file, or ':memory:'. */
  readonly store: string;
  /** Mount path of the pages, without a slash at the end. */
  readonly path: string;
  readonly log: { error(fields: object, message: string): void };
  /** Lets a test refuse a recipient. */
  readonly refuse?: (mail: { to: string }) => Refusal | undefined;
}

export interface Mailbox {
  fetch(request: Request): Promise<Response> | Response;
  /** SMTP on 127.0.0.1; port 0 takes a free one. Rejects when the port is taken. */
  listen(port: number): Promise<{ host: '127.0.0.1'; port: number }>;
  /** Newest first. */
  mails(): Mail[];
  close(): Promise<void>;
}

/** A local mail server that accepts all mail, shows it on pages and forwards nothing. */
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
