import { openSqlite, transactionOf } from '../kernel/open-sqlite.ts';

export interface NewMail {
  readonly sender: string;
  /** The recipients of the envelope, not of the headers. */
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The raw mail. */
  readonly source: string;
}

export interface Mail extends NewMail {
  readonly id: number;
  readonly at: Date;
}

export type Store = ReturnType<typeof openStore>;

const KEPT = 200;
const SCHEMA =
  'create table if not exists mail (id integer primary key autoincrement, at integer not null, mail text not null)';

export function openStore(file: string) {
  const db = openSqlite(file, SCHEMA);
  const transaction = transactionOf(db);
  const insert = db.prepare('insert into mail (at, mail) values (?, ?)');
  const forget = db.prepare(`delete from mail where id <= (select max(id) from mail) - ${KEPT}`);
  const all = db.prepare('select id, at, mail from mail order by id desc');
  const one = db.prepare('select id, at, mail from mail where id = ?');
  return {
    keep(mail: NewMail) {
      transaction(() => {
        insert.run(Date.now(), JSON.stringify(mail));
        forget.run();
      });
    },
    newest: () => (all.all() as unknown as Row[]).map(mailOf),
    find(id: number) {
      const row = one.get(id) as unknown as Row | undefined;
      return row && mailOf(row);
    },
    close: () => db.close(),
  };
}

interface Row {
  id: number;
  at: number;
  mail: string;
}

const mailOf = ({ id, at, mail }: Row): Mail => ({ ...(JSON.parse(mail) as NewMail), id, at: new Date(at) });
