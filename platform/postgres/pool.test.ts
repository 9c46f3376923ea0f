import { sql as text } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, onTestFinished, test } from 'vitest';
import { databaseProxy, placeOf } from '../../tests/harness/database-proxy.ts';
import { ownDatabase } from '../../tests/harness/own-database.ts';
import { createPool, type PoolLimits } from './pool.ts';

const sql = await ownDatabase();
await sql`create table note (text text primary key)`;
const place = placeOf(sql);
const POLL = { timeout: 15_000, interval: 10 };
const PATIENT = 15_000;
const NEVER = 600_000;
/** No limit is reached unless a test sets it. */
const QUIET: PoolLimits = {
  open: NEVER,
  silence: NEVER,
  firstPause: NEVER,
  maxPause: NEVER,
  idle: NEVER,
  lifetime: NEVER,
};

async function ownPool(limits: Partial<PoolLimits> = {}, max = 3) {
  const proxy = await databaseProxy(place);
  const lines: string[] = [];
  const pool = createPool(proxy.connection, {
    max,
    log: (line) => void lines.push(line),
    limits: { ...QUIET, ...limits },
  });
  onTestFinished(() => pool.end(0));
  const db = drizzle(pool.within(PATIENT));
  const ask = () => db.execute(text`select 1 as one`).then(({ rows: [row] }) => row?.one);
  return { proxy, pool, lines, db, ask };
}

const codeOf = (error: { code?: unknown; cause?: { code?: unknown } }) => error.cause?.code ?? error.code;
const failed = (work: Promise<unknown>) => work.then(() => 'done', codeOf);
const notes = async () => (await sql`select text from note`).map((row) => row.text);

test('more queries than connections wait their turn, and all are answered', async () => {
  const { ask, proxy } = await ownPool();
  expect(await Promise.all(Array.from({ length: 50 }, ask))).toEqual(Array(50).fill(1));
  expect(proxy.accepted()).toBeLessThanOrEqual(3);
});

test('behind a proxy that closes every connection queries are refused, and few connections are tried', async () => {
  const { ask, proxy, lines } = await ownPool({ firstPause: 20, maxPause: 100 });
  expect(await ask()).toBe(1);
  proxy.set('closes');
  await expect.poll(() => failed(ask()), POLL).toBe('DATABASE_AWAY');
  const before = proxy.accepted();
  for (let n = 0; n < 1_000; n += 1) expect(await failed(ask())).toBe('DATABASE_AWAY');
  // One attempt per query would be a thousand.
  expect(proxy.accepted() - before).toBeLessThan(100);
  proxy.set('passes');
  await expect.poll(() => failed(ask()), POLL).toBe('done');
  expect(lines).toEqual([expect.stringContaining('is away'), expect.stringContaining('answers again')]);
});

test('when no connection can be made, waiting queries are refused at once, also the very first', async () => {
  const { ask, proxy } = await ownPool();
  proxy.set('closes');
  const codes = await Promise.all(Array.from({ length: 20 }, () => failed(ask())));
  expect(new Set(codes)).toEqual(new Set(['DATABASE_AWAY']));
  expect(proxy.accepted()).toBeLessThanOrEqual(3);
});

test('a transaction on a frozen database ends at its deadline and is never committed', async () => {
  const { pool, proxy, ask, db } = await ownPool({ firstPause: 20, maxPause: 100, open: 2_000 }, 1);
  expect(await ask()).toBe(1);
  const hasty = drizzle(pool.within(1_000));
  const lost = failed(
    hasty.transaction(async (tx) => {
      await tx.execute(text`insert into note values ('lost')`);
      proxy.set('freezes');
      await tx.execute(text`select 1`);
    }),
  );
  const waits = failed(hasty.execute(text`insert into note values ('waited')`));
  expect([await lost, await waits]).toEqual(['DATABASE_DEADLINE', expect.stringMatching(/^DATABASE_/)]);
  proxy.set('passes');
  await expect.poll(() => failed(ask()), POLL).toBe('done');
  await db.execute(text`insert into note values ('kept')`);
  expect(await notes()).toEqual(['kept']);
  await expect
    .poll(
      () => sql`select count(*) from pg_stat_activity where state like 'idle in transaction%'
                    and datname = current_database()`,
      POLL,
    )
    .toEqual([{ count: 0 }]);
});

test('silence is noticed before any deadline: new queries are refused until the database answers', async () => {
  const { ask, proxy } = await ownPool({ silence: 100, open: 1_000, firstPause: 20, maxPause: 100 });
  // A busy machine may open the first connection too late.
  await expect.poll(() => failed(ask()), POLL).toBe('done');
  proxy.set('freezes');
  const stuck = failed(ask());
  await expect.poll(() => failed(ask()), POLL).toBe('DATABASE_AWAY');
  proxy.set('passes');
  // It was only frozen, so the query already sent is answered.
  expect(await stuck).toBe('done');
  await expect.poll(() => failed(ask()), POLL).toBe('done');
});

test('one slow query does not fail the others', async () => {
  const { pool, ask } = await ownPool({ silence: 100 });
  const hasty = drizzle(pool.within(500));
  const slow = failed(hasty.execute(text`select pg_sleep(10)`));
  expect(await ask()).toBe(1);
  expect(await slow).toBe('DATABASE_DEADLINE');
  expect(await ask()).toBe(1);
});

test('connections to a server that has become a standby are closed, and no new ones are made', async () => {
  const { db, ask, pool, proxy } = await ownPool({ firstPause: 20, maxPause: 100 });
  await Promise.all([ask(), ask(), ask()]);
  const write = () => failed(db.execute(text`insert into note values (gen_random_uuid()::text)`));
  // On a standby every transaction is read-only.
  const asStandby = failed(
    db.transaction(async (tx) => {
      await tx.execute(text`set transaction read only`);
      await tx.execute(text`insert into note values ('never')`);
    }),
  );
  expect(await asStandby).toBe('25006');
  await expect.poll(proxy.open, POLL).toBe(0);
  const name = place.database;
  await sql.unsafe(`alter database ${name} set default_transaction_read_only = on`);
  expect(await write()).toBe('DATABASE_AWAY');
  const before = pool.attempts();
  for (let n = 0; n < 1_000; n += 1) expect(await write()).toBe('DATABASE_AWAY');
  expect(pool.attempts() - before).toBeLessThan(100);
  await sql.unsafe(`alter database ${name} reset default_transaction_read_only`);
  await expect.poll(write, POLL).toBe('done');
});

test.each(['passes', 'closes', 'freezes'] as const)(
  'end() finishes with queries under way, behind a proxy that %s',
  async (mode) => {
    const { pool, ask, db, proxy } = await ownPool();
    await ask();
    const working = [failed(db.execute(text`select pg_sleep(30)`)), failed(ask()), failed(ask()), failed(ask())];
    await expect.poll(proxy.open, POLL).toBe(3);
    proxy.set(mode);
    await pool.end(50);
    for (const code of await Promise.all(working)) expect(code).toMatch(/^done$|^CONNECTION_|^DATABASE_AWAY$|^ECONN/);
    expect(await failed(ask())).toBe('CONNECTION_ENDED');
    proxy.set('passes');
    await expect.poll(proxy.open, POLL).toBe(0);
  },
);

test('an idle connection is closed, and an old one is not used again', async () => {
  const { pool, ask, proxy } = await ownPool({ idle: 1, lifetime: 0 });
  await ask();
  await ask();
  expect(pool.attempts()).toBe(2);
  await expect.poll(proxy.open, POLL).toBe(0);
});

test('a transaction that cannot begin gives its connection back, whether that is lost or not', async () => {
  const { pool, ask, proxy } = await ownPool({ firstPause: 20, maxPause: 100 }, 1);
  // Nothing ends it but itself.
  const endless = drizzle(pool.within(NEVER));
  await ask();
  const refused = endless.transaction(async () => 'begun', { isolationLevel: 'no such level' as never });
  expect(await failed(refused)).toBe('42601');
  expect(await failed(ask())).toBe('done');
  proxy.set('freezes');
  const lost = failed(endless.transaction(async () => 'begun'));
  proxy.set('closes');
  expect(await lost).toBe('CONNECTION_CLOSED');
  proxy.set('passes');
  await expect.poll(() => failed(ask()), POLL).toBe('done');
});

test('a transaction tells what it met first, also when it cannot be rolled back', async () => {
  const { db, ask, proxy } = await ownPool({ firstPause: 20, maxPause: 100 }, 1);
  const met = db.transaction(async (tx) => {
    await tx.execute(text`select 1`);
    proxy.set('closes');
    throw Object.assign(new Error('out of stock'), { code: 'ours' });
  });
  expect(await failed(met)).toBe('ours');
  proxy.set('passes');
  await expect.poll(() => failed(ask()), POLL).toBe('done');
});

test('a transaction that goes on after a statement failed is not taken for one that was committed', async () => {
  const { db } = await ownPool();
  const swallowed = db.transaction(async (tx) => {
    await tx.execute(text`insert into note values ('swallowed')`);
    await tx.execute(text`select 1 / 0`).catch(() => undefined);
  });
  await expect(swallowed).rejects.toThrow();
  expect(await notes()).not.toContain('swallowed');
});

test('connections that are cut again and again under load leave nothing behind: every query ends, and all places are free', async () => {
  const { pool, proxy, ask } = await ownPool({ firstPause: 5, maxPause: 20, open: 2_000, silence: 100 });
  const endless = drizzle(pool.within(NEVER));
  const work = () => [
    ...Array.from({ length: 6 }, () => failed(endless.execute(text`select 1`))),
    ...Array.from({ length: 4 }, () =>
      failed(
        endless.transaction(async (tx) => {
          await tx.execute(text`select 1`);
          await tx.transaction(async (inner) => inner.execute(text`select 2`));
        }),
      ),
    ),
  ];
  for (let round = 0; round < 30; round += 1) {
    const under = work();
    if (round % 3 === 0) await ask().catch(() => undefined);
    proxy.set(round % 2 ? 'freezes' : 'passes');
    proxy.set('closes');
    for (const code of await Promise.all(under))
      expect(String(code)).toMatch(/^done$|^CONNECTION_|^DATABASE_AWAY$|^ECONN/);
    proxy.set('passes');
  }
  await expect.poll(() => failed(ask()), POLL).toBe('done');
  const busy = Array.from({ length: 3 }, () => failed(endless.execute(text`select pg_sleep(0.2)`)));
  expect(await Promise.all(busy)).toEqual(['done', 'done', 'done']);
  await expect.poll(proxy.open, POLL).toBeLessThanOrEqual(3);
});

test('a statement that was planned for a table as it was is planned anew', async () => {
  const { db } = await ownPool({}, 1);
  await sql`create table changing (it int)`;
  await sql`insert into changing values (1)`;
  const look = () =>
    db._.session.prepareQuery({ sql: 'select * from changing', params: [] }, undefined, 'changing', false).execute();
  expect(await look()).toMatchObject({ rows: [{ it: 1 }] });
  await sql`alter table changing alter it type text`;
  expect(await look()).toMatchObject({ rows: [{ it: '1' }] });
});
