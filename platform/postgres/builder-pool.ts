import type pg from 'pg';
import { type Connection, isLoss, isVoidPlan, type Question } from './connection.ts';

export type Lease = <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;

type Config = Pick<pg.QueryArrayConfig, 'text' | 'name'> & { rowMode?: 'array' };

/** What Drizzle uses of a pool: `query`, and `connect` for transactions. It recognises a pool by its class name. */
export const builderPool = (lease: Lease): pg.Pool => new LeasingPool(lease) as unknown as pg.Pool;

class LeasingPool {
  readonly #lease: Lease;

  constructor(lease: Lease) {
    this.#lease = lease;
  }

  query(config: Config, values: unknown[]): Promise<pg.QueryResult> {
    const ask = () => this.#lease((connection) => connection.query(questionOf(config, values)));
    // A statement with a void plan was not run: another connection plans it anew.
    return ask().catch((error: unknown) => {
      if (isVoidPlan(error)) return ask();
      throw error;
    });
  }

  connect(): Promise<LentClient> {
    return new Promise((resolve, reject) => {
      const lend = (connection: Connection) =>
        new Promise<void>((done, fail) => resolve(new LentClient(connection, done, fail)));
      this.#lease(lend).catch(reject);
    });
  }
}

/** One transaction. Drizzle does not release the client when `begin` fails. */
class LentClient {
  readonly #connection: Connection;
  readonly #done: () => void;
  readonly #fail: (error: unknown) => void;
  #trouble: unknown;
  #ended = false;

  constructor(connection: Connection, done: () => void, fail: (error: unknown) => void) {
    this.#connection = connection;
    this.#done = done;
    this.#fail = fail;
  }

  async query(config: Config, values: unknown[]): Promise<pg.QueryResult> {
    const { text } = config;
    if (text === 'rollback' && (this.#ended || this.#connection.isGone())) return NOTHING;
    try {
      const result = await this.#connection.query(questionOf(config, values));
      if (text === 'commit' && result.command === 'ROLLBACK') throw new Error('a statement of the transaction failed');
      return result;
    } catch (error) {
      if (text === 'commit') this.#ended = true;
      if (isLoss(error)) this.#trouble ??= error;
      if (text === 'rollback') {
        // The server rolls back when its session ends. Drizzle would report this error instead of the first one.
        this.#connection.destroy();
        return NOTHING;
      }
      if (text.startsWith('begin')) this.#fail(error);
      throw error;
    }
  }

  release(): void {
    if (this.#trouble) this.#fail(this.#trouble);
    else this.#done();
  }
}

const NOTHING: pg.QueryResult = { command: 'ROLLBACK', rowCount: null, oid: 0, fields: [], rows: [] };

const questionOf = ({ text, name, rowMode }: Config, values: unknown[]): Question => ({
  ...{ text, values, name },
  builder: rowMode === 'array' ? 'lists' : 'objects',
});
