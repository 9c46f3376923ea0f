import type { Sql } from 'postgres';

/** How often a statement has come before it is taken for one that comes again and again. */
const OFTEN = 3;
/** Each connection keeps what it has prepared, so there must be an end to it. The shop has fewer that come often. */
const MOST = 300;

/**
 * Lists and searches: which plan is best depends on what is asked for, and their text on which parts are given. A list of
 * which one plan is best says `fetch first` instead.
 */
const PLANNED_ANEW = /\blimit \$|\blike\b|^\s*select count\(/;

type Unsafe = Sql['unsafe'];
type Session = Pick<Sql, 'unsafe'> & { begin?: Begin; savepoint?: Begin };
type Begin = (...options: unknown[]) => Promise<unknown>;

/**
 * Makes a pool prepare the texts that come again and again: Postgres then neither reads nor plans them anew, and such a
 * statement is one round trip instead of two. The query builder asks for that only where a query has a name.
 */
export function prepareOften(sql: Sql): void {
  const isOften = countTexts();
  const change = (session: Session): void => {
    const { unsafe, begin, savepoint } = session;
    session.unsafe = ((text, parameters = [], options = {}) => {
      const prepare = options.prepare || (parameters.length > 0 && isOften(text));
      return unsafe(text, parameters, { ...options, prepare });
    }) as Unsafe;
    if (begin) session.begin = within(begin);
    if (savepoint) session.savepoint = within(savepoint);
  };
  const within =
    (begin: Begin): Begin =>
    (...given) => {
      const work = given.pop() as (session: Session) => unknown;
      return begin(...given, (session: Session) => {
        change(session);
        return work(session);
      });
    };
  change(sql as unknown as Session);
}

function countTexts(): (text: string) => boolean {
  const seen = new Map<string, number>();
  return (text) => {
    const times = seen.get(text) ?? 0;
    if (times >= OFTEN) return true;
    if ((times > 0 || seen.size < MOST) && !PLANNED_ANEW.test(text)) seen.set(text, times + 1);
    return false;
  };
}
