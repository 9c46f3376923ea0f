import { and, eq, sql } from 'drizzle-orm';
import { goneSince } from '#model/catalogue/editing.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { toolEditing } from '#tables/catalogue.ts';
import type { Context } from '../kernel/context.ts';

interface Editor {
  readonly name: string;
  readonly since: string;
}

/**
 * Records a heartbeat of an admin who edits the tool. Returns the other editors, first come first, and deletes expired
 * rows of all tools.
 */
export async function noteEditor(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  adminId: string,
  id: ToolId,
): Promise<Outcome<{ others: Editor[] }, { code: 'tool_not_found' }>> {
  const now = clock().toISOString();
  const gone = goneSince(clock()).toISOString();
  // The own row is written first and locked rows are skipped, so that two heartbeats cannot deadlock.
  const { rows } = await db.execute<{ found: boolean; others: Editor[] }>(sql`
    with own as (
      insert into tool_editing as before (tool_id, person_id, since, seen_at)
      select id, ${adminId}, ${now}, ${now} from tool where id = ${id} and deleted_at is null
      on conflict (tool_id, person_id) do update set seen_at = excluded.seen_at,
         since = case when before.seen_at > ${gone} then before.since else excluded.since end
      returning tool_id
    ), removed as (
      delete from tool_editing where (tool_id, person_id) in (
        select tool_id, person_id from tool_editing
         where (select count(*) from own) = 1 and seen_at <= ${gone} and (tool_id, person_id) <> (${id}, ${adminId})
           for update skip locked)
    )
    select exists (select from own) as found,
           coalesce(json_agg(json_build_object('name', person.name, 'since', other.since) order by other.since)
                    filter (where person.id is not null), '[]') as others
      from (select) one
      left join tool_editing other
        on other.tool_id = ${id} and other.person_id <> ${adminId} and other.seen_at > ${gone}
      left join person on person.id = other.person_id`);
  const [answer] = rows;
  if (!answer?.found) return failure({ code: 'tool_not_found' });
  const others = answer.others.map(({ name, since }) => ({ name, since: new Date(since).toISOString() }));
  return success({ others });
}

/** Other editors learn of it by their next heartbeat. */
export async function forgetEditor(
  { db }: Pick<Context, 'db'>,
  adminId: string,
  id: ToolId,
): Promise<{ left: boolean }> {
  const left = await db
    .delete(toolEditing)
    .where(and(eq(toolEditing.toolId, id), eq(toolEditing.personId, adminId)))
    .returning({ personId: toolEditing.personId });
  return { left: left.length > 0 };
}
