import type { Sql } from 'postgres';
import type { Change, News, Topic } from '#model/kernel/news.ts';
import { connectAgain } from './connect.ts';
import { createMoveReader, type Look } from './move-reader.ts';

/** What was looked at so many milliseconds ago counts as now. */
const CURRENT_MS = 100;
/** So long before that is over the next look is begun, if anybody asks: then nobody waits for it. */
const AHEAD = 0.6;
/** An answer that takes longer is none: the connection may be dead without anybody knowing. */
const PATIENCE_MS = 1_000;
/** After a failure it is tried again so much later at the earliest; up to the most when nothing can be heard at all. */
const PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 60_000;
/** The same trouble is told again after so long. */
const TOLD_MS = 60_000;
const MOVES_AT_ONCE = 2_000;

export interface Watch extends News {
  /** Has a change told that this process has committed: at once when it says what it is, else by a look. */
  readonly published: (change: Change | 'unknown') => Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Watches the shop over one connection of its own. What changes rarely is told by NOTIFY, in the transaction that changes
 * it. Stock is looked up: a NOTIFY would make all orders commit one after the other. Nothing is known, and so nothing is
 * current, while that connection does not answer; whatever was known before counts as changed then.
 */
export function watchShop(sql: Sql, log: (line: string) => void, currentMs: number = CURRENT_MS): Watch {
  const hearers: ((change: Change) => void)[] = [];
  const tell = (change: Change) => {
    for (const hear of hearers) hear(change);
  };
  let ear: Ear | undefined;
  let currentAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  let pause = PAUSE_MS;
  let closed = false;
  const complain = tellSeldom(log);

  const lose = () => {
    const lost = ear;
    ear = undefined;
    currentAt = Number.NEGATIVE_INFINITY;
    tell({ kind: 'everything' });
    void lost?.close();
  };

  async function lookOnce(): Promise<boolean> {
    if (closed || performance.now() - failedAt < pause) return false;
    const began = performance.now();
    try {
      if (!ear) {
        const opened = openEar(sql, {
          lost: (who) => who === ear && lose(),
          topic: (topic) => tell({ kind: 'topic', topic }),
        });
        ear = opened;
        await inTime(opened.begin());
      }
      const listening = ear;
      const of = await inTime(listening.look());
      if (listening !== ear) return false;
      if (of === 'all' || of.size > 0) tell({ kind: 'stock', of });
      currentAt = began;
      pause = PAUSE_MS;
      return true;
    } catch (error) {
      failedAt = performance.now();
      // A server that is away comes back; a pooler does not become another one.
      pause = error instanceof HearsNothing ? Math.min(pause * 2, LONGEST_PAUSE_MS) : PAUSE_MS;
      if (!closed) complain(`What changes in the shop cannot be watched: ${String((error as Error).message)}`);
      lose();
      return false;
    }
  }

  let running: Promise<boolean> | undefined;
  let next: Promise<boolean> | undefined;
  const start = () => {
    running = lookOnce().finally(() => {
      running = undefined;
    });
    return running;
  };
  const catchUp = () => {
    if (!running) return start();
    // Whoever asks while a look is under way may know of something that it has not seen: the next one is theirs.
    next ??= running.then(() => {
      next = undefined;
      return running ?? start();
    });
    return next;
  };
  return {
    isCurrent: () => {
      const age = performance.now() - currentAt;
      if (age > currentMs) return false;
      if (age > currentMs * (1 - AHEAD) && !running) void start();
      return true;
    },
    catchUp,
    published: async (change) => {
      if (change === 'unknown') await catchUp();
      else tell(change);
    },
    onChange: (hear) => {
      hearers.push(hear);
    },
    async close() {
      closed = true;
      await ear?.close();
    },
  };
}

class HearsNothing extends Error {}

/** Passes a line on unless it is the same as the last one, told within the last minute. */
function tellSeldom(log: (line: string) => void): (line: string) => void {
  let last = '';
  let at = Number.NEGATIVE_INFINITY;
  return (line) => {
    if (line === last && performance.now() - at < TOLD_MS) return;
    [last, at] = [line, performance.now()];
    log(line);
  };
}

interface Ear {
  /** Listens, and makes sure that it hears. */
  begin(): Promise<void>;
  look(): Promise<'all' | Set<string>>;
  close(): Promise<void>;
}

function openEar(sql: Sql, { lost, topic }: { lost: (who: Ear) => void; topic: (topic: Topic) => void }): Ear {
  const reader = createMoveReader();
  let heard = '';
  let pid: number | undefined;
  const client = connectAgain(sql, {
    onclose: () => lost(ear),
    onnotify: (said) => {
      if (said === 'tools' || said === 'reviews') topic(said);
      else heard = said;
    },
  });
  const ear: Ear = {
    async begin() {
      await client`listen shop_news`;
      const [row] = await client`select pg_backend_pid() as pid, pg_notify('shop_news', pg_backend_pid()::text)`;
      pid = row?.pid;
      await ear.look();
      // A pooler that hands every statement to another connection listens and hears nothing.
      if (heard !== String(pid)) throw new HearsNothing('the connection listens and hears nothing');
    },
    async look() {
      const [row] = await client<[Row]>`
        select pg_backend_pid() as pid, pg_snapshot_xmin(now)::text as xmin, pg_snapshot_xmax(now)::text as xmax,
               (select max(id) from stock_move)::text as top, coalesce(moves.rows, '[]') as moves
          from pg_current_snapshot() now,
       lateral (select json_agg(json_build_array(id, tool_id)) as rows from
                 (select id, tool_id from stock_move where id > ${reader.since()} order by id limit ${MOVES_AT_ONCE}) newer) moves`;
      // The driver opens another connection by itself, which listens to nothing.
      if (pid !== row.pid) throw new Error('the connection was lost');
      const look: Look = {
        moves: row.moves,
        more: row.moves.length === MOVES_AT_ONCE,
        top: Number(row.top ?? 0),
        xmin: BigInt(row.xmin),
        xmax: BigInt(row.xmax),
      };
      return reader.read(look);
    },
    close: () => client.end({ timeout: 0 }),
  };
  return ear;
}

interface Row {
  readonly pid: number;
  readonly xmin: string;
  readonly xmax: string;
  readonly top: string | null;
  readonly moves: [number, string][];
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the database does not answer')), PATIENCE_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
