import { useEffect, useState } from 'react';
import { type Outcome, success } from '#model/kernel/outcome.ts';
import type { Page } from '#model/kernel/page.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { whileAwaited } from './newest.ts';
import { useKept } from './use-kept.ts';

type AnyPage = Page<unknown, unknown>;
type Row<L extends AnyPage> = L['rows'][number];
type Answer<T> = Promise<Outcome<T, ApiFailure>>;

/** What is particular to one list. The same object each time. */
export interface ListKind<L extends AnyPage> {
  /** What tells a row from all others. */
  key(row: Row<L>): unknown;
  /** The page behind the rows that are listed. */
  load(list: L): Answer<L>;
  /** A list with a page in it; without this the page comes behind what is there. */
  add?(list: L, page: Pick<L, 'rows' | 'next'>): L;
  /** The list to show when `first` replaces `list`; without this `first` alone. */
  again?(list: L, first: L): L;
  /**
   * The rows that a search means, wherever they stand. Asked for with each list that comes and each search in it, and
   * after its `next` when somebody presses for more.
   */
  look?(first: L, words: string, signal?: AbortSignal, after?: string): Answer<Page<Row<L>>>;
  /** The id of the element that gets the focus when its row is the first that came with a press. */
  focus?(row: Row<L>): string;
}

interface State<L> {
  /** What was loaded: another one begins the list anew. */
  readonly first: L | undefined;
  readonly list: L | undefined;
  readonly busy: boolean;
  readonly problem: string | undefined;
  readonly focus: string | undefined;
}

/** A search that got no answer. */
interface Missed<L> {
  readonly first: L;
  readonly words: string;
  readonly failure: ApiFailure;
  readonly again: boolean;
}

/** What a search means, as far as it was asked for. */
interface Meant {
  readonly words: string;
  readonly keys: ReadonlySet<unknown>;
  readonly next: string | undefined;
}

const IDLE = { busy: false, problem: undefined, focus: undefined };
const NONE: never[] = [];

/**
 * A list that a page has loaded, with the pages that were asked for since and what a search has found. It stays while
 * another one is on its way, and when that fails.
 */
export function useList<L extends AnyPage>(loaded: Answer<L>, kind: ListKind<L>, words = '') {
  const { value: first, failure, waiting } = useKept(loaded);
  const [known, setKnown] = useState<State<L>>({ first, list: first, ...IDLE });
  const begun = () => (first && known.list && kind.again?.(known.list, first)) ?? first;
  const now = known.first === first ? known : { first, list: begun(), ...IDLE };
  if (now !== known) setKnown(now);
  const { list, busy, problem, focus } = now;
  const [missed, setMissed] = useState<Missed<L>>();
  const [meant, setMeant] = useState<Meant>();
  const [tries, setTries] = useState(0);

  useEffect(() => {
    if (focus) document.getElementById(focus)?.focus();
  }, [focus]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try looks again
  useEffect(() => {
    const { look } = kind;
    if (!first || !look) return;
    const leave = new AbortController();
    void whileAwaited((signal) => look(first, words, signal), leave.signal).then((found) => {
      setMissed(found.ok ? undefined : { first, words, failure: found.failure, again: false });
      if (!found.ok) return;
      const { rows, next } = found.value;
      setMeant(rows.length > 0 ? { words, keys: new Set(rows.map(kind.key)), next } : undefined);
      if (rows.length > 0)
        setKnown((it) => ({ ...it, list: it.list && added(kind, it.list, { rows, next: it.list.next }) }));
    });
    return () => leave.abort();
  }, [first, words, kind, tries]);

  /** Asks for a page and puts it into the list, nothing while one is asked for; answers whether it came. */
  async function follow(load: (list: L) => Answer<Pick<L, 'rows' | 'next'>> = kind.load): Promise<boolean> {
    if (!list || busy) return false;
    // Another list may come meanwhile: then this page belongs to nothing.
    const change = (to: (list: L | undefined) => Partial<State<L>>) =>
      setKnown((it) => (it.first === first ? { ...it, ...to(it.list) } : it));
    change(() => ({ busy: true, problem: undefined }));
    const page = await load(list);
    if (!page.ok) change(() => ({ busy: false, problem: failureText(page.failure) }));
    else {
      const there = new Set(list.rows.map(kind.key));
      const fresh = page.value.rows.find((row) => !there.has(kind.key(row)));
      change((it) => ({
        ...IDLE,
        list: it && added(kind, it, page.value),
        focus: fresh === undefined ? undefined : kind.focus?.(fresh),
      }));
    }
    return page.ok;
  }

  const its = meant?.words === words ? meant : undefined;
  async function lookOn(list: L): Answer<Pick<L, 'rows' | 'next'>> {
    if (!first || !its || !kind.look) return success(list);
    const found = await kind.look(first, words, undefined, its.next);
    if (!found.ok) return found;
    const { rows, next } = found.value;
    setMeant((it) => (it === its ? { words, keys: new Set([...its.keys, ...rows.map(kind.key)]), next } : it));
    return success({ rows, next: list.next });
  }

  // A 403 redirects to the login page, except that of a customer who was made an admin meanwhile.
  const shown = failure?.status === 403 && failure.code !== 'customer_only' ? undefined : failure;
  return {
    first,
    list,
    rows: (list?.rows ?? NONE) as Row<L>[],
    /** Whether the search means this row, whatever of it is shown. */
    isMeant: (row: Row<L>): boolean => its?.keys.has(kind.key(row)) === true,
    /** The way to more of what the search means; undefined when all of that is here. */
    moreMeant: its?.next === undefined ? undefined : { busy, problem, onMore: () => void follow(lookOn) },
    /** Why the last list did not come. */
    failure: shown,
    /** True while another list is on its way. */
    waiting,
    /** Why it is not known what the search means beyond the rows that are listed. */
    missed:
      missed && missed.first === first && missed.words === words && missed.failure.status !== 403
        ? {
            detail: failureText(missed.failure),
            retrying: missed.again,
            onRetry: () => {
              setMissed({ ...missed, again: true });
              setTries((it) => it + 1);
            },
          }
        : undefined,
    /** Nothing is there yet, neither a list nor a failure. */
    isComing: !list && !shown,
    busy,
    problem,
    /** The way to the rows that follow; undefined when all are here. */
    more: list?.next === undefined ? undefined : { busy, problem, onMore: () => void follow() },
    follow,
    /** Changes the list that is there. */
    update: (to: (list: L) => L) => setKnown((it) => ({ ...it, list: it.list && to(it.list) })),
  };
}

const added = <L extends AnyPage>(kind: ListKind<L>, list: L, page: Pick<L, 'rows' | 'next'>): L =>
  kind.add?.(list, page) ?? { ...list, rows: joined(kind.key, list.rows, page.rows), next: page.next };

/** Rows with others behind them, each once, as it came last. */
export const joined = <Row>(key: (row: Row) => unknown, rows: readonly Row[], others: readonly Row[]): Row[] => [
  ...new Map([...rows, ...others].map((row) => [key(row), row])).values(),
];
