import { and, eq, isNull, sql } from 'drizzle-orm';
import { DEMO_ACCOUNTS } from '#model/identity/demo.ts';
import { password, person } from '#tables/identity.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';

type DemoAccount = { readonly name: string; readonly email: string; readonly password: string };

/**
 * Demo passwords are public: the accounts must never work where real money moves. While they are closed, returns how
 * many admins the demo admin has made.
 */
export async function keepDemoAccounts(
  { db, clock, hasher }: Pick<Context, 'db' | 'clock' | 'hasher'>,
  wanted: boolean,
): Promise<number> {
  if (!wanted)
    return db.transaction(async (tx) => {
      await tx.execute(sql`delete from session using person where person.id = session.person_id and person.demo`);
      const closed = await tx
        .update(person)
        .set({ disabledAt: clock() })
        .where(and(eq(person.demo, true), isNull(person.disabledAt)))
        .returning({ id: person.id });
      for (const { id } of closed) await record(tx, { action: 'demo.closed', target: id });
      return adminsByDemo(tx);
    });
  for (const [role, account] of Object.entries(DEMO_ACCOUNTS) as [keyof typeof DEMO_ACCOUNTS, DemoAccount][])
    await keepAccount({ db, hasher }, role, account);
  return 0;
}

/** Made by the demo admin, directly or through others; a later grant by somebody else takes one off the count. */
async function adminsByDemo(tx: Transaction): Promise<number> {
  const { rows } = await tx.execute<{ admins: number }>(sql`
    with recursive made as (
      select distinct on (target) target, actor from audit where action = 'person.made_admin' order by target, id desc),
    doubtful as (
      select target from made join person on person.id = actor where demo
      union select made.target from made join doubtful on doubtful.target = made.actor::text)
    select count(*)::int as admins from doubtful join person on person.id::text = target
     where role = 'admin' and disabled_at is null and not demo`);
  return rows[0]?.admins ?? 0;
}

async function keepAccount(
  { db, hasher }: Pick<Context, 'db' | 'hasher'>,
  role: keyof typeof DEMO_ACCOUNTS,
  { name, email, password: secret }: DemoAccount,
): Promise<void> {
  const [existing] = await db.select().from(person).where(eq(person.email, email));
  // An account that was opened with this address while the demo was closed is not a demo account.
  if (existing && (!existing.demo || (!existing.disabledAt && existing.role === role))) return;
  const hash = await hasher.hash(secret);
  await db.transaction(async (tx) => {
    const [opened] = await tx
      .insert(person)
      .values({ name, email, role, demo: true, emailProof: 'stand-in' })
      .onConflictDoUpdate({ target: person.email, set: { disabledAt: null, role }, setWhere: eq(person.demo, true) })
      .returning({ id: person.id });
    if (!opened) return;
    await tx
      .insert(password)
      .values({ personId: opened.id, hash })
      .onConflictDoUpdate({ target: password.personId, set: { hash } });
    await record(tx, { action: 'demo.opened', target: opened.id, meta: { role } });
  });
}
