import { drizzle } from 'drizzle-orm/node-postgres';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import type { Db } from '#services/kernel/context.ts';
import { onceADay } from '#services/kernel/once-a-day.ts';
import { record } from '#services/kernel/record.ts';
import * as schema from '#tables/schema.ts';
import { ownDatabase } from '../../tests/harness/own-database.ts';
import { sealAll } from '../../tests/harness/seal-all.ts';
import { BLOCK } from './audit-chain.ts';
import { auditCheck } from './audit-tables.ts';
import { checkAudit, findAuditDamage } from './check-audit.ts';
import { resumeAudit } from './resume-audit.ts';
import { anchorAudit, sealAudit } from './seal-audit.ts';

const client = await ownDatabase();
const db: Db = drizzle(client.pool, { schema });
const DAY = 86_400_000;

/** Rows as the shop writes them, each in its transaction. */
async function write(rows: number): Promise<void> {
  for (let n = 0; n < rows; n += 1) await record(db, { action: 'session.opened', target: `target ${n}`, meta: { n } });
}

const seals = () => client<{ no: number; since: number; until: number; entries: number; hash: Buffer }[]>`
  select no, since, until, entries, hash from audit_seal order by no`;

type Ask = (texts: TemplateStringsArray) => Promise<unknown>;

/** Does something to the audit that its guards refuse, looks what is found, and undoes it. */
async function sabotaged(deed: (tx: Ask) => Promise<unknown>): Promise<string[]> {
  let found: string[] = [];
  class Undo extends Error {}
  const undone = db.transaction(async (tx) => {
    const raw: Ask = (texts) => tx.execute(texts.join(''));
    await raw`set local session_replication_role = replica`;
    await deed(raw);
    await raw`set local session_replication_role = origin`;
    found = await findAuditDamage(tx, []);
    throw new Undo();
  });
  await expect(undone).rejects.toThrow(Undo);
  return found;
}

describe('the database itself', () => {
  test.each([
    'update audit set action = action',
    'update audit set meta = meta where false',
    'delete from audit',
    'truncate audit',
    'insert into audit (action, target) values (1, 2) on conflict (id) do update set action = excluded.action',
    'merge into audit using (values (1)) v on false when matched then delete',
    'update audit_seal set hash = hash',
    'delete from audit_seal',
    'truncate audit_seal',
  ])('refuses "%s", even to a superuser', async (statement) => {
    await write(1);
    await expect(client.unsafe(statement)).rejects.toMatchObject({ code: '42501' });
  });

  test('sets time and place of a row itself', async () => {
    const [row] = await client`
      insert into audit (action, target, at, tx) values ('session.opened', 'old', '2001-01-01', 1)
      returning at > now() - interval '1 minute' as now, tx > 1 as placed`;
    expect(row).toEqual({ now: true, placed: true });
  });
});

test('rows are sealed in blocks that follow each other without a gap; none is sealed twice', async () => {
  await client`insert into audit (action, target) select 'session.opened', n::text from generate_series(1, ${BLOCK}) n`;
  await write(3);
  await sealAll(db);
  const before = await seals();
  expect(before.length).toBeGreaterThan(1);
  expect(await sealAudit({ db })).toBe(0);
  const after = await seals();
  expect(after).toEqual(before);
  expect(after.map((it) => it.no)).toEqual(after.map((_, index) => index + 1));
  expect(after.map((it) => it.since)).toEqual([0, ...after.slice(0, -1).map((it) => it.until)]);
  const [all] = await client`select count(*)::int as rows from audit`;
  expect(after.reduce((sum, it) => sum + it.entries, 0)).toBe(all?.rows);
  expect(await findAuditDamage(db, [])).toEqual([]);
});

test('a transaction that is still open is waited for by its seal and by nobody else', async () => {
  await write(1);
  await sealAll(db);
  const { length } = await seals();
  await db.transaction(async (tx) => {
    await record(tx, { action: 'session.opened', target: 'slow' });
    // Later in time and number, committed first.
    await write(2);
    await sealAudit({ db });
    expect(await seals()).toHaveLength(length);
  });
  await sealAll(db);
  const added = (await seals()).slice(length);
  expect(added.reduce((sum, it) => sum + it.entries, 0)).toBe(3);
  expect(await findAuditDamage(db, [])).toEqual([]);
});

test('two processes that seal and write at once make one whole chain', async () => {
  const other: Db = drizzle(client.pool, { schema });
  for (let round = 0; round < 8; round += 1)
    await Promise.all([write(5), sealAudit({ db }), sealAudit({ db: other }), write(5), sealAudit({ db })]);
  await sealAll(db);
  const [all] =
    await client`select count(*)::int as rows, (select sum(entries)::int from audit_seal) as sealed from audit`;
  expect(all?.sealed).toBe(all?.rows);
  expect(await findAuditDamage(db, [])).toEqual([]);
});

describe('what is done to sealed rows past the guards is found', () => {
  const DEEDS: Record<string, (tx: Ask) => Promise<unknown>> = {
    'another actor': (tx) => tx`update audit set actor = gen_random_uuid() where id = 2`,
    'another action': (tx) => tx`update audit set action = 'session.closed' where id = 2`,
    'another target': (tx) => tx`update audit set target = target || ' ' where id = 2`,
    'another time': (tx) => tx`update audit set at = at + interval '1 microsecond' where id = 2`,
    'a figure more': (tx) => tx`update audit set meta = meta || '{"more":1}' where id = 2`,
    'another number': async (tx) => {
      await tx`alter table audit alter id drop identity`;
      await tx`update audit set id = 1000000 + id where id = 2`;
    },
    'two rows that change places': (tx) =>
      tx`update audit set target = case id when 2 then 'a' else 'b' end where id in (2, 3)`,
    'a row that is gone': (tx) => tx`delete from audit where id = 2`,
    'a whole block that is gone': (tx) => tx`delete from audit where tx < (select until from audit_seal where no = 1)`,
    'a row put among old ones': (tx) => tx`
      insert into audit (action, target, at, tx) select action, 'forged', at, tx from audit where id = 2`,
    'a seal that is gone with its rows': async (tx) => {
      await tx`delete from audit where tx >= (select since from audit_seal where no = 2)
                                   and tx < (select until from audit_seal where no = 2)`;
      await tx`delete from audit_seal where no = 2`;
    },
    'a seal made to fit, but not those after it': (tx) => tx`update audit_seal set hash = sha256('x') where no = 1`,
  };
  test.each(Object.keys(DEEDS))('%s', async (name) => {
    await write(1);
    await sealAll(db);
    expect((await seals()).length).toBeGreaterThan(2);
    expect(await sabotaged(DEEDS[name] as (tx: Ask) => Promise<unknown>)).not.toEqual([]);
    expect(await findAuditDamage(db, [])).toEqual([]);
  });

  test('an old date on a new row, sealed with the new ones', async () => {
    const found = await sabotaged(async (tx) => {
      await tx`insert into audit (action, target, at) values ('session.opened', 'old', now() - interval '2 days')`;
      await tx`insert into audit_seal (no, since, until, entries, hash, sealed_at)
        select s.no + 1, s.until, a.tx + 1, count(*) over (), sha256(s.hash || convert_to(
            jsonb_build_array(s.no + 1, s.until, a.tx + 1, 1::bigint, extract(epoch from now()))::text || E'\n' ||
            jsonb_build_array(a.id, a.tx, extract(epoch from a.at), a.actor, a.action, a.target, a.meta)::text, 'UTF8')), now()
          from (select * from audit order by id desc limit 1) a, (select * from audit_seal order by no desc limit 1) s`;
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^seal /);
  });

  test('a guard that is switched off, or gone', async () => {
    expect(await sabotaged((tx) => tx`alter table audit disable trigger audit_append_only`)).toEqual([
      'guard audit_append_only',
    ]);
    expect(await sabotaged((tx) => tx`drop trigger audit_stamp on audit`)).toEqual(['guard audit_stamp']);
  });

  test('a chain that was written anew as a whole, by the anchor in the log', async () => {
    const anchor = (await seals()).map((it) => `${it.no}:${it.hash.toString('hex')}`).at(-1) ?? '';
    expect(await findAuditDamage(db, [anchor])).toEqual([]);
    const other = anchor.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect(await findAuditDamage(db, [other, 'nonsense'])).toEqual([`anchor ${other}`, 'anchor nonsense']);
  });
});

test('the shop compares bit by bit, says what it found, and begins anew', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'error', base: null }, { write: (line: string) => void lines.push(line) });
  const context = { db, log, clock: () => new Date('2026-11-01T10:00:00Z') };
  await sealAll(db);
  const through = async () => {
    for (;;) {
      await checkAudit(context, 3);
      const [state] = await db.select().from(auditCheck);
      if (state?.nextNo === 1) return state;
    }
  };
  const [all] = await client`select count(*)::int as rows from audit`;
  expect(await through()).toMatchObject({ doneAt: context.clock(), doneEntries: all?.rows, doneBrokenNo: null });
  expect(lines).toEqual([]);
  // What finds the same again leaves nothing in the database's log; an hour later it says that it still looks.
  const at = (hours: number) => ({ ...context, clock: () => new Date(context.clock().getTime() + hours * 3_600_000) });
  const version = async () => (await client`select xmin::text, xmax::text, done_at from audit_check`)[0];
  const noted = await version();
  await checkAudit(at(0.9), 1_000);
  expect(await version()).toEqual(noted);
  await checkAudit(at(1), 1_000);
  expect(await version()).toMatchObject({ done_at: new Date('2026-11-01T11:00:00Z') });
  await client.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update audit set target = 'changed' where id = 2`;
  });
  await checkAudit(context, 3);
  expect((await db.select().from(auditCheck))[0]?.doneBrokenNo).toBe(1);
  expect(lines.join('')).toContain('"seal":1');
  expect(await through()).toMatchObject({ doneBrokenNo: 1 });
});

test('a shop that moved to a server with younger transactions goes on behind what is there', async () => {
  await sealAll(db);
  const before = await seals();
  const [place] = await client`select pg_current_xact_id()::text::bigint as tx`;
  // As the function would count there.
  await client.unsafe(`create or replace function audit_place(its xid8) returns bigint
    language sql immutable parallel safe return its::text::bigint - ${Number(place?.tx) - 5}`);
  await resumeAudit(db);
  await write(3);
  await resumeAudit(db);
  await write(1);
  await sealAll(db);
  const [last] = await client`select max(until) > ${before.at(-1)?.until ?? 0} + 3 as further from audit_seal`;
  expect(last?.further).toBe(true);
  // Block 1 was changed by the test before.
  expect(await findAuditDamage(db, [])).toEqual(['seal 1']);
});

test('the last seal goes to the log once a day, whoever looks', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn', base: null }, { write: (line: string) => void lines.push(line) });
  let now = Date.now();
  const context = { db, log, clock: () => new Date(now) };
  const anchor = () => anchorAudit(context, () => onceADay(context, 'audit anchor'));
  await anchor();
  expect(lines).toEqual([]);
  now += DAY + 1;
  await Promise.all([anchor(), anchor()]);
  const last = (await seals()).at(-1);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ anchor: `${last?.no}:${last?.hash.toString('hex')}` });
});
