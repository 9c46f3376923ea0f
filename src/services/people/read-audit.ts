import { desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { AUDIT_GROUPS, type AuditGroup } from '#model/kernel/audit.ts';
import { cutPage } from '#model/kernel/page.ts';
import type { AuditEntry, AuditPage, AuditSeals } from '#model/people/audit-entry.ts';
import { auditCheck, auditSeal } from '#platform/audit/audit-tables.ts';
import { person } from '#tables/identity.ts';
import type { Context } from '../kernel/context.ts';

type Reader = Pick<Context, 'db'>;

export interface AuditFilter {
  readonly group?: AuditGroup | undefined;
  readonly person?: string | undefined;
  /** Entries of any of these. */
  readonly targets?: readonly string[] | undefined;
  readonly after?: number | undefined;
}

const PAGE = 50;

export type NameThings = (
  db: Context['db'],
  ids: readonly string[],
) => Promise<(readonly [id: string, thing: AuditEntry['thing']])[]>;

export async function readAudit({ db }: Reader, filter: AuditFilter, nameThings: NameThings): Promise<AuditPage> {
  const seals = await readSeals({ db });
  const who = filter.person === undefined ? undefined : await idOf({ db }, filter.person);
  if (who === null) return { rows: [], seals };
  const found = await db.execute<Row>(rowsOf(filter, who));
  const { rows, next } = cutPage(found.rows, PAGE, ({ id }) => id);
  return { rows: await withNames({ db }, rows, nameThings), next, seals };
}

type Row = {
  id: number;
  at: string;
  actor: string | null;
  action: string;
  target: string;
  meta: AuditEntry['details'];
};

/** A page and one more row. Walks an index once for each action and target: the cost does not grow with the table. */
export function rowsOf({ group, targets, after }: AuditFilter, who: string | undefined): SQL {
  const first = sql`order by id desc limit ${PAGE + 1}`;
  if (!group && who === undefined && targets === undefined) {
    const older = after === undefined ? sql`true` : sql`id < ${after}`;
    return sql`select id, at, actor, action, target, meta from audit where ${older} ${first}`;
  }
  const actions = group ? AUDIT_GROUPS[group] : Object.values(AUDIT_GROUPS).flat();
  const kinds = sql`(values ${sql.join(
    actions.map((action) => sql`(${action}::text)`),
    sql`, `,
  )}) kind (name)`;
  // `order` must match the expression of the index to be used.
  const walk = (where: SQL, order: (id: SQL) => SQL, from = kinds) => sql`
    select found.id from ${from} cross join lateral
      (select id from audit
        where action = kind.name and ${where} and ${after === undefined ? sql`true` : sql`${order(sql`id`)} > ${order(sql`${after}::bigint`)}`}
        order by ${order(sql`id`)} limit ${PAGE + 1}) found`;
  const byKind = (id: SQL) => sql`(-${id})`;
  const byActor = (id: SQL) => sql`(0 - ${id})`;
  const byTarget = (id: SQL) => sql`(-1 - ${id})`;
  const isActor = sql`actor = ${who ?? null}::uuid`;
  const things = sql`${kinds} cross join unnest(${sql.param(targets)}::text[]) thing (id)`;
  const ofThem = sql`target = thing.id and ${who === undefined ? sql`true` : sql`(${isActor} or target = ${who})`}`;
  const walks =
    targets !== undefined
      ? [walk(ofThem, byTarget, things)]
      : who === undefined
        ? [walk(sql`true`, byKind)]
        : [walk(isActor, byActor), walk(sql`target = ${who}`, byTarget)];
  return sql`
    with found as materialized (select id from (${sql.join(walks, sql` union `)}) walked ${first})
    select id, at, actor, action, target, meta from found join audit using (id) order by id desc`;
}

async function idOf({ db }: Reader, email: string): Promise<string | null> {
  const [found] = await db.select({ id: person.id }).from(person).where(eq(person.email, email));
  return found?.id ?? null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function withNames({ db }: Reader, rows: readonly Row[], nameThings: NameThings): Promise<AuditEntry[]> {
  const targets = [...new Set(rows.map((row) => row.target).filter((id) => UUID.test(id)))];
  const everybody = [...new Set([...targets, ...rows.flatMap((row) => row.actor ?? [])])];
  const people = await db
    .select({ id: person.id, name: person.name, email: person.email, disabledAt: person.disabledAt })
    .from(person)
    .where(inArray(person.id, everybody));
  const persons = new Map(people.map((it) => [it.id, it]));
  const things = new Map<string, AuditEntry['thing']>([
    ...people.map(
      ({ id, name, email, disabledAt }) => [id, { kind: 'person', name, email, open: !disabledAt }] as const,
    ),
    ...(await nameThings(db, targets)),
  ]);
  return rows.map(({ id, at, actor, action, target, meta }) => {
    const named = actor === null ? undefined : persons.get(actor);
    const who = actor === null ? null : { id: actor, name: named?.name ?? null, email: named?.email ?? null };
    return {
      id,
      at: new Date(at).toISOString(),
      who,
      action,
      target,
      thing: things.get(target) ?? null,
      details: meta,
    };
  });
}

async function readSeals({ db }: Reader): Promise<AuditSeals> {
  const [last] = await db.select({ at: auditSeal.sealedAt }).from(auditSeal).orderBy(desc(auditSeal.no)).limit(1);
  const [check] = await db.select().from(auditCheck);
  return {
    sealedAt: last?.at.toISOString() ?? null,
    comparedAt: check?.doneAt?.toISOString() ?? null,
    compared: check?.doneEntries ?? 0,
    broken: check?.doneBrokenNo ?? null,
  };
}
