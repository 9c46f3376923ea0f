import { eq } from 'drizzle-orm';
import type { Tool } from '#model/catalogue/tool.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { tool } from '#tables/catalogue.ts';
import type { Context } from '../kernel/context.ts';
import { findTools } from './search/find-tools.ts';

const ALTERNATIVES = 3;

interface Alternatives {
  readonly name: string;
  readonly category: string | null;
  readonly deleted: boolean;
  readonly tools: Tool[];
}

/** Other tools for somebody who came for this one: the newest of its category, or of the shop where it has none. */
export async function getAlternatives(
  { db }: Pick<Context, 'db'>,
  id: ToolId,
): Promise<Outcome<Alternatives, { code: 'tool_not_found' }>> {
  const [found] = await db
    .select({ name: tool.name, category: tool.category, deletedAt: tool.deletedAt })
    .from(tool)
    .where(eq(tool.id, id));
  if (!found) return failure({ code: 'tool_not_found' });
  const { name, category } = found;
  const filter = category === null ? {} : { category };
  const { tools } = await findTools({ db }, { filter, sort: 'newest', limit: ALTERNATIVES + 1 });
  const others = tools.filter(({ _id }) => _id !== id).slice(0, ALTERNATIVES);
  return success({ name, category, deleted: found.deletedAt !== null, tools: others });
}
