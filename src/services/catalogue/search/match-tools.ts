import { inArray, sql } from 'drizzle-orm';
import type { ToolMatch, ToolQuestion } from '#model/catalogue/tool-match.ts';
import { tool } from '#tables/catalogue.ts';
import type { Context } from '../../kernel/context.ts';
import { toolView } from '../get-tool.ts';

const MOST_CHOICES = 3;
const BARE = sql<string>`coalesce(replace(${tool.sku}, '-', ''), upper(right(${tool.id}::text, 6)))`;

/** Which tools the lines of a written order mean: one that has the item number, or else those whose name fits. */
export async function matchTools(
  { db }: Pick<Context, 'db'>,
  questions: readonly ToolQuestion[],
): Promise<ToolMatch[]> {
  const numbers = [...new Set(questions.flatMap((question) => question.numbers))];
  const rows = await db.select({ tool, bare: BARE }).from(tool).where(inArray(BARE, numbers));
  return questions.map((question) => {
    const first = question.numbers.find((number) => rows.some(({ bare }) => bare === number));
    const tools = rows.filter(({ bare }) => bare === first).map((row) => toolView(row.tool));
    const [only] = tools;
    if (!only) return { kind: 'unknown' };
    return tools.length === 1 ? { kind: 'found', tool: only } : { kind: 'choose', tools: tools.slice(0, MOST_CHOICES) };
  });
}
