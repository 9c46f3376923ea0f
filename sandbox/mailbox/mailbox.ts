import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { createPages } from './pages.ts';
import { type NewMail, openStore } from './store.ts';

export interface MailboxOptions {
  /** Path of a SQLite file, or ':memory:'. */
  readonly store: string;
  /** Mount path of the pages, without a slash at the end. */
  readonly path: string;
  readonly log: { error(fields: object, message: string): void };
  /** Lets a test refuse a recipient. */
  readonly refuse?: (mail: { to: string }) => Refusal | undefined;
}

export type Mailbox = ReturnType<typeof createMailbox>;

/** A local mail server that accepts all mail, shows it on pages and forwards nothing. */
export function createMailbox({ store: file, path, log, refuse }: MailboxOptions) {
  const store = openStore(file);
  const receiver = createReceiver({ keep: store.keep, log, refuse: refuse ?? (() => undefined) });
  const pages = createPages(store, path);
  return {
    fetch: (request: Request) => pages.fetch(request),
    /** SMTP on 127.0.0.1; port 0 takes a free one. Rejects when the port is taken. */
    listen: receiver.listen,
    /** Newest first. */
    mails: store.newest,
    async close() {
      await receiver.close();
      store.close();
    },
  };
}

/** SMTP reply to a refused mail: 4xx is temporary, 5xx permanent. */
interface Refusal {
  readonly code: number;
  readonly message: string;
}

interface ReceiverOptions {
  readonly keep: (mail: NewMail) => void;
  readonly log: { error(fields: object, message: string): void };
  readonly refuse: (mail: { to: string }) => Refusal | undefined;
}

const MAX_BYTES = 1024 * 1024;

function createReceiver({ keep, log, refuse }: ReceiverOptions) {
  const server = new SMTPServer({
    name: 'mailbox.localhost',
    banner: 'Toolyard test mailbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    maxClients: 50,
    socketTimeout: 20_000,
    // The shop keeps a free connection open: a stop would wait for it.
    closeTimeout: 100,
    logger: false,
    onRcptTo: ({ address }, _session, done) => done(errorOf(refuse({ to: address }))),
    onData: (stream, session, done) => {
      receive(stream, session)
        .then((mail) => {
          if (mail) keep(mail);
          done(mail ? null : errorOf({ code: 552, message: 'This mail is too large.' }));
        })
        .catch((error) => {
          // For example a full disk: the sender keeps the mail and retries.
          log.error({ err: error }, 'The mailbox could not take a mail');
          done(errorOf({ code: 451, message: 'This mail cannot be taken now.' }));
        });
    },
  });
  // The sender of an aborted connection retries.
  server.on('error', (error) => log.error({ err: error }, 'A connection to the mailbox failed'));

  return {
    listen: (port: number) =>
      new Promise<{ host: '127.0.0.1'; port: number }>((open, refused) => {
        server.server.once('error', refused);
        server.listen(port, '127.0.0.1', () => {
          server.server.off('error', refused);
          open({ host: '127.0.0.1', port: (server.server.address() as AddressInfo).port });
        });
      }),
    close: () =>
      new Promise<void>((closed) => {
        if (server.server.listening) server.close(() => closed());
        else closed();
      }),
  };
}

async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<NewMail | undefined> {
  const source = await buffer(stream);
  if (stream.sizeExceeded) return undefined;
  const { subject = '', html = '', text = '' } = await PostalMime.parse(source);
  const { mailFrom, rcptTo } = session.envelope;
  return {
    sender: mailFrom ? mailFrom.address : '',
    recipients: rcptTo.map((recipient) => recipient.address),
    subject,
    html,
    text,
    source: source.toString('utf8'),
  };
}

function errorOf(refusal: Refusal | undefined): Error | null {
  return refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.code }) : null;
}
