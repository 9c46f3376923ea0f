import type { SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '#platform/database.ts';
import { ownDatabase } from '../../tests/harness/own-database.ts';
import { type Lead, standForLead } from './lead.ts';
import { startRounds } from './rounds.ts';

const sql = await ownDatabase();
const db = drizzle(sql.pool);
const POLL = { timeout: 10_000 };
const log = pino({ level: 'silent' });

/** A process that stands for the lead and has heard its first answer; `taken` counts how often it began to lead. */
async function stand(): Promise<Lead & { readonly taken: number }> {
  let taken = 0;
  let heard = 0;
  const execute = async (query: SQL) => {
    const answer = await db.execute(query);
    heard += 1;
    return answer;
  };
  const lead = standForLead({ db: { execute } as unknown as Database, log }, () => {
    taken += 1;
  });
  onTestFinished(() => lead.stop());
  await expect.poll(() => heard, POLL).toBe(1);
  return {
    ...lead,
    get taken() {
      return taken;
    },
  };
}

test('of several processes one leads, and another as soon as it stops', async () => {
  const first = await stand();
  expect(first.leads()).toBe(true);
  const others = await Promise.all([stand(), stand(), stand()]);
  expect([first, ...others].map((it) => [it.leads(), it.taken])).toEqual([
    [true, 1],
    [false, 0],
    [false, 0],
    [false, 0],
  ]);
  await first.stop();
  expect(first.leads()).toBe(false);
  const next = await stand();
  expect(next.leads()).toBe(true);
  expect(next.taken).toBe(1);
});

test('the lead of a process that is gone runs out', async () => {
  const gone = await stand();
  expect(gone.leads()).toBe(true);
  const early = await stand();
  expect(early.leads()).toBe(false);
  const since = async () => (await sql`select run_at > clock_timestamp() - interval '1 hour' as new from job`)[0]?.new;
  await sql`update job set run_at = run_at - interval '2 hours', locked_until = clock_timestamp() - interval '1 second'`;
  expect(await since()).toBe(false);
  const late = await stand();
  expect(late.leads()).toBe(true);
  // Its row says since when.
  expect(await since()).toBe(true);
  // It comes back too late: what it gives back is no longer its own.
  await gone.stop();
  const last = await stand();
  expect(last.leads()).toBe(false);
});

test('a lead that was taken by a clock that was ahead is not kept until then', async () => {
  await stand();
  await sql`update job set locked_until = clock_timestamp() + interval '1 day' where key = 'lead'`;
  expect((await stand()).leads()).toBe(true);
});

test('who does not lead does what was left here, and nothing by the clock', async () => {
  const done: string[] = [];
  const begin = (who: string, leads: () => boolean) => {
    const round = (kind: string, onWake: boolean) => ({
      ...{ name: kind, onWake, everyMs: 5 },
      work: async () => {
        done.push(`${who} ${kind}`);
        return 0;
      },
    });
    const rounds = startRounds([round('woken', true), round('by the clock', false)], log, leads);
    onTestFinished(() => rounds.stop());
    return rounds;
  };
  let leads = false;
  const rounds = begin('one', () => leads);
  rounds.wake();
  begin('other', () => true);
  // Its clock was set later, so that of the first has struck as often.
  await expect.poll(() => done.filter((it) => it === 'other by the clock').length, POLL).toBeGreaterThan(2);
  expect(done.filter((it) => it.startsWith('one'))).toEqual(['one woken']);
  leads = true;
  await expect.poll(() => done, POLL).toContain('one by the clock');
});
