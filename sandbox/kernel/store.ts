import { openSqlite, transactionOf } from './open-sqlite.ts';

/** Of Stripe's objects, and of PayPal's. */
export type Kind =
  | 'payment_intent'
  | 'payment_method'
  | 'charge'
  | 'refund'
  | 'event'
  | 'order'
  | 'capture'
  | 'invoice';

export type Row = {
  id: string;
  /** Unix seconds. */
  created: number;
  /** An event's type, for lists; a card's behaviour, which is never shown. */
  label?: string;
  payment_intent?: string;
  body: object;
};

export type Filter = { from?: number; before?: number; labels?: readonly string[]; payment_intent?: string };

export type StoredAnswer = { fingerprint: string; status: number; body: string };

export type Store = ReturnType<typeof openStore>;

/** All state, in a SQLite file or ':memory:'. Commits survive `kill -9`; a power failure may lose the last ones. */
export function openStore(path: string) {
  const db = openSqlite(path, SCHEMA);

  const insertObject = db.prepare(
    'insert into object (id, kind, created, label, payment_intent, body) values (?, ?, ?, ?, ?, ?)',
  );
  const updateObject = db.prepare('update object set body = ? where kind = ? and id = ?');
  const selectObject = db.prepare('select seq, label, body from object where kind = ? and id = ?');
  const selectPage = db.prepare(`
    select body from object
    where kind = :kind and seq < :below and created >= :from and created < :before
      and (:labels is null or label in (select value from json_each(:labels)))
      and (:payment_intent is null or payment_intent = :payment_intent)
    order by seq desc limit :limit`);
  const insertDelivery = db.prepare('insert into delivery (event) values (?)');
  const deleteDelivery = db.prepare('delete from delivery where event = ?');
  const selectDeliveries = db.prepare('select event from delivery order by rowid');
  const selectAnswer = db.prepare('select fingerprint, status, body from answer where key = ?');
  const insertAnswer = db.prepare(
    'insert into answer (key, fingerprint, status, body, created) values (?, ?, ?, ?, ?)',
  );
  const deleteAnswer = db.prepare('delete from answer where key = ?');
  const forgetAnswers = db.prepare('delete from answer where created < ?');
  const forgetEvents = db.prepare("delete from object where kind = 'event' and created < ?");

  const mark = db.prepare('savepoint work');
  const release = db.prepare('release work');

  return {
    transaction: transactionOf(db),

    /** Undoes what `work` wrote before it threw; the rest of the transaction stays. */
    undoable<T>(work: () => T): T {
      mark.run();
      try {
        const result = work();
        release.run();
        return result;
      } catch (error) {
        if (db.isTransaction) db.exec('rollback to work; release work');
        throw error;
      }
    },

    insert(kind: Kind, { id, created, label = null, payment_intent = null, body }: Nullable<Row>): void {
      insertObject.run(id, kind, created, label, payment_intent, JSON.stringify(body));
    },

    update<Body extends { id: string }>(kind: Kind, body: Body): void {
      if (updateObject.run(JSON.stringify(body), kind, body.id).changes !== 1) throw new Error(`No ${kind} ${body.id}`);
    },

    find<T>(kind: Kind, id: string): { seq: number; label: string | null; body: T } | undefined {
      const row = selectObject.get(kind, id) as { seq: number; label: string | null; body: string } | undefined;
      return row && { ...row, body: JSON.parse(row.body) as T };
    },

    /** Newest first. */
    page(kind: Kind, filter: Filter, below: number, limit: number): object[] {
      const rows = selectPage.all({
        kind,
        below,
        from: filter.from ?? 0,
        before: filter.before ?? Number.MAX_SAFE_INTEGER,
        labels: filter.labels ? JSON.stringify(filter.labels) : null,
        payment_intent: filter.payment_intent ?? null,
        limit,
      });
      return rows.map((row) => JSON.parse(row.body as string));
    },

    addDelivery: (event: string) => void insertDelivery.run(event),
    endDelivery: (event: string) => void deleteDelivery.run(event),
    /** Events that the webhook has not accepted yet, oldest first. */
    deliveries: (): string[] => selectDeliveries.all().map((row) => row.event as string),

    findAnswer: (key: string) => selectAnswer.get(key) as StoredAnswer | undefined,
    saveAnswer: (key: string, answer: StoredAnswer, created: number) =>
      void insertAnswer.run(key, answer.fingerprint, answer.status, answer.body, created),

    forgetAnswer: (key: string) => void deleteAnswer.run(key),

    /** Forgets events after 30 days and answers after so many seconds. */
    forget(now: number, answersFor: number): void {
      forgetAnswers.run(now - answersFor);
      forgetEvents.run(now - 30 * 86_400);
    },

    close: () => db.close(),
  };
}

type Nullable<T> = { [Name in keyof T]: T[Name] | (undefined extends T[Name] ? null : never) };

const SCHEMA = `
  create table if not exists object (
    seq integer primary key autoincrement, id text not null unique, kind text not null, created integer not null,
    label text, payment_intent text, body text not null) strict;
  create index if not exists object_kind on object (kind, seq);
  create table if not exists delivery (event text primary key) strict;
  create table if not exists answer (
    key text primary key, fingerprint text not null, status integer not null, body text not null,
    created integer not null) strict;`;
