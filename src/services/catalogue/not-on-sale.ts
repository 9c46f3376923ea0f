import { eq } from 'drizzle-orm';
import type { ToolId } from '#model/kernel/ids.ts';
import { tool } from '#tables/catalogue.ts';
import { person } from '#tables/identity.ts';
import type { Failure } from '#texts/failures.ts';
import type { Transaction } from '../kernel/context.ts';

/** Why a tool that is not on sale cannot be changed: with who archived it and when, where it can be restored. */
export async function notOnSale(tx: Transaction, id: ToolId): Promise<Failure<'tool_not_found'>> {
  const [found] = await tx
    .select({ at: tool.deletedAt, by: person.name })
    .from(tool)
    .leftJoin(person, eq(person.id, tool.deletedBy))
    .where(eq(tool.id, id));
  return { code: 'tool_not_found', ...(found?.at && { figures: { by: found.by, at: found.at.toISOString() } }) };
}
