import type pg from 'pg';
import {
  builderPool,
  type Connection,
  connectionError,
  type DriverOptions,
  driverOptions,
  isLoss,
  isReadOnly,
  openConnection,
  type Target,
} from './connection.ts';
import { reasonOf } from './database-failure.ts';

/** Milliseconds. */
export interface PoolLimits {
  readonly open: number;
  /** After so long without any answer another connection is tried. */
  readonly silence: number;
  /** Pauses between attempts while the database is away, doubled up to the maximum. */
  readonly firstPause: number;
  readonly maxPause: number;
  readonly idle: number;
  readonly lifetime: number;
}

const LIMITS: PoolLimits = {
  open: 2_500,
  silence: 1_000,
  firstPause: 100,
  maxPause: 1_000,
  idle: 60_000,
  lifetime: 30 * 60_000,
};
const LOOK_MS = 250;

/** Every query ends within its deadline. A late one loses its connection, so that no later message commits it. */
export interface Pool {
  within(deadline: number): pg.Pool;
  readonly options: DriverOptions;
  /** Rejects what waits, gives what is running so many milliseconds and then cuts it off. */
  end(patience: number): Promise<void>;
  readonly attempts: () => number;
}

/** No answer in time: the statement may or may not have been executed. */
class DatabaseAway extends Error {
  readonly code: 'DATABASE_AWAY' | 'DATABASE_DEADLINE';
  constructor(code: DatabaseAway['code'], cause?: unknown) {
    super(code === 'DATABASE_AWAY' ? 'the database is away' : 'the database did not answer in time', { cause });
    this.code = code;
  }
}

interface Slot {
  readonly connection: Connection;
  readonly openedAt: number;
  idleAt: number;
}

interface Claim {
  readonly askedAt: number;
  readonly take: (slot: Slot) => void;
  readonly refuse: (error: Error) => void;
  slot?: Slot;
}

export function createPool(
  target: Target,
  { max, log, limits = LIMITS }: { max: number; log: (line: string) => void; limits?: Partial<PoolLimits> },
): Pool {
  const settings = { ...LIMITS, ...limits };
  const options = driverOptions(target, log);
  const now = () => performance.now();
  const idle: Slot[] = [];
  const slots = new Set<Slot>();
  const opening = new Set<Connection>();
  const claims = new Set<Claim>();
  const waiting = new Set<Claim>();
  let attempts = 0;
  let answeredAt = Number.NEGATIVE_INFINITY;
  /** Connections opened before this are closed when they are free. */
  let staleBefore = Number.NEGATIVE_INFINITY;
  let away: unknown;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;
  let ending = false;
  let drained: (() => void) | undefined;

  const discard = (slot: Slot, how: 'close' | 'destroy', why?: Error) => {
    if (!slots.delete(slot)) return;
    const at = idle.indexOf(slot);
    if (at >= 0) idle.splice(at, 1);
    slot.connection[how](why);
    if (slots.size === 0) drained?.();
  };

  const give = (slot: Slot) => {
    const [next] = waiting;
    if (next) {
      waiting.delete(next);
      next.slot = slot;
      next.take(slot);
    } else {
      slot.idleAt = now();
      idle.push(slot);
    }
  };

  const answered = () => {
    answeredAt = now();
    failures = 0;
    if (away === undefined) return;
    away = undefined;
    log('The database answers again.');
  };

  const goAway = (error: unknown) => {
    if (ending) return;
    if (away === undefined) log(`The database is away (${reasonOf(error)}).`);
    away = error;
    for (const slot of [...idle]) discard(slot, 'destroy');
    for (const claim of waiting) claim.refuse(new DatabaseAway('DATABASE_AWAY', error));
    waiting.clear();
    tryLater();
  };

  const tryLater = () => {
    if (retry || ending) return;
    const pause = Math.min(settings.firstPause * 2 ** failures, settings.maxPause);
    retry = setTimeout(() => {
      retry = undefined;
      if (away === undefined) return grow();
      // An attempt may hang: the next begins all the same, so that a new primary is found soon.
      failures += 1;
      void openSlot();
      tryLater();
    }, pause);
    retry.unref();
  };

  async function openSlot(): Promise<void> {
    const begun = now();
    attempts += 1;
    let slot: Slot | undefined;
    let connection: Connection | undefined;
    try {
      connection = openConnection(options, {
        turn: attempts,
        onclose: () => slot && discard(slot, 'close'),
      });
      opening.add(connection);
      await inTime(connection.query({ text: PROOF }), settings.open);
      slot = { connection, openedAt: begun, idleAt: begun };
    } catch (error) {
      connection?.destroy();
      if (connection) opening.delete(connection);
      if (answeredAt < begun) goAway(error);
      else tryLater();
      failures += 1;
      return;
    }
    opening.delete(connection);
    if (ending || connection.isGone()) {
      connection.destroy();
      return tryLater();
    }
    slots.add(slot);
    answered();
    if (slots.size > max || begun <= staleBefore) discard(slot, 'close');
    else give(slot);
    grow();
  }

  /** Opens connections for waiting claims; after a failure only when the pause is over. */
  function grow(): void {
    if (ending || retry || away !== undefined) return;
    while (opening.size < waiting.size && slots.size + opening.size < max) void openSlot();
  }

  function release(slot: Slot, error?: unknown): void {
    if (slot.connection.isGone() || isLoss(error)) discard(slot, 'destroy');
    else answered();
    if (isReadOnly(error)) standBack();
    const old = slot.openedAt <= staleBefore || now() - slot.openedAt > settings.lifetime;
    if (old || ending) discard(slot, 'close');
    if (slots.has(slot)) give(slot);
    grow();
  }

  /** The server has become a standby: its connections must not be used again. */
  function standBack(): void {
    staleBefore = now();
    for (const slot of [...idle]) discard(slot, 'close');
  }

  function expire(claim: Claim): void {
    const error = new DatabaseAway('DATABASE_DEADLINE');
    waiting.delete(claim);
    claim.refuse(error);
    if (claim.slot) discard(claim.slot, 'destroy', error);
    if (answeredAt < claim.askedAt) goAway(error);
    grow();
  }

  function lease<T>(deadline: number, work: (connection: Connection) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (ending) return reject(connectionError('CONNECTION_ENDED'));
      if (away !== undefined) return reject(new DatabaseAway('DATABASE_AWAY', away));
      const end = () => {
        clearTimeout(timer);
        claims.delete(claim);
      };
      const claim: Claim = {
        askedAt: now(),
        take: (slot) => {
          work(slot.connection).then(
            (value) => {
              if (!claims.has(claim)) return;
              end();
              release(slot);
              resolve(value);
            },
            (error: unknown) => {
              if (!claims.has(claim)) return;
              end();
              release(slot, error);
              reject(error);
            },
          );
        },
        refuse: (error) => {
          end();
          reject(error);
        },
      };
      // After a pause of the process the answer may be unread: I/O comes before setImmediate.
      const timer = setTimeout(() => setImmediate(() => claims.has(claim) && expire(claim)), deadline);
      claims.add(claim);
      const slot = idle.pop();
      if (slot) {
        claim.slot = slot;
        claim.take(slot);
      } else {
        waiting.add(claim);
        grow();
      }
    });
  }

  const looking = setInterval(() => {
    const [oldest] = claims;
    const quiet = oldest ? now() - Math.max(answeredAt, oldest.askedAt) : 0;
    if (quiet > settings.silence && opening.size === 0 && away === undefined && !retry) void openSlot();
    for (const slot of [...idle]) if (now() - slot.idleAt > settings.idle) discard(slot, 'close');
  }, LOOK_MS);
  looking.unref();

  return {
    within: (deadline) => builderPool((work) => lease(deadline, work)),
    options,
    attempts: () => attempts,
    async end(patience) {
      ending = true;
      clearTimeout(retry);
      clearInterval(looking);
      for (const claim of waiting) claim.refuse(connectionError('CONNECTION_ENDED'));
      waiting.clear();
      for (const slot of [...idle]) discard(slot, 'close');
      for (const connection of opening) connection.destroy();
      if (slots.size === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      drained = resolve;
      const timer = setTimeout(resolve, patience);
      await promise;
      clearTimeout(timer);
      for (const slot of [...slots]) discard(slot, 'destroy');
    },
  };
}

/** First query on every connection: a read-only server is of no use. */
const PROOF = `do $$ begin
  if current_setting('transaction_read_only')::boolean then
    raise exception 'the server only reads' using errcode = '25006';
  end if;
end $$`;

function inTime<T>(work: PromiseLike<T>, ms: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => setImmediate(() => reject(new DatabaseAway('DATABASE_DEADLINE'))), ms);
  work.then(resolve, reject);
  return promise.finally(() => clearTimeout(timer));
}
