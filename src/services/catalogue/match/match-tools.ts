import { and, inArray, isNull, sql } from 'drizzle-orm';
import { bareNumber } from '#model/catalogue/item-number.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import type { ToolMatch, ToolQuestion } from '#model/catalogue/tool-match.ts';
import { tool } from '#tables/catalogue.ts';
import type { Context, Db } from '../../kernel/context.ts';
import { toolView } from '../get-tool.ts';
import { matchNames } from './match-names.ts';

const MAX_CHOICES = 3;

/**
 * Which tools the lines of a written order mean: the one with the item number (index `tool_bare_number`), or else those
 * whose name fits.
 */
export async function matchTools(
  { db }: Pick<Context, 'db'>,
  questions: readonly ToolQuestion[],
): Promise<ToolMatch[]> {
  const byNumber = await numbered(db, questions);
  const named = questions.filter((question) => meantBy(question, byNumber).length === 0);
  const names = await matchNames(db, [...new Set(named.map(({ words }) => words))]);
  const seqs = [...new Set([...names.values()].flatMap((match) => match.seqs.slice(0, MAX_CHOICES)))];
  const bySeq = await sold(db, seqs);
  return questions.map((question) => {
    const numbers = meantBy(question, byNumber);
    if (numbers.length > 0) return answer(numbers, numbers.length === 1);
    const match = names.get(question.words);
    const tools = (match?.seqs ?? []).flatMap((seq) => bySeq.get(seq) ?? []);
    return answer(tools, match?.isSure === true);
  });
}

function answer(tools: readonly Tool[], isSure: boolean): ToolMatch {
  const [first] = tools;
  if (!first) return { kind: 'unknown' };
  return isSure ? { kind: 'found', tool: first } : { kind: 'choose', tools: tools.slice(0, MAX_CHOICES) };
}

const meantBy = ({ numbers }: ToolQuestion, byNumber: ReadonlyMap<string, Tool[]>): Tool[] => [
  ...new Map(numbers.flatMap((it) => byNumber.get(bareNumber(it)) ?? []).map((it) => [it._id, it])).values(),
];

/** A tool's item number without its hyphens, as index `tool_bare_number` has it. */
export const BARE_NUMBER = sql<string>`coalesce(replace(${tool.sku}, '-', ''), upper(right(${tool.id}::text, 6)))`;

/** Each number is looked up by itself: the planner would read all tools for so many at once. */
async function numbered(db: Db, questions: readonly ToolQuestion[]): Promise<Map<string, Tool[]>> {
  const numbers = [...new Set(questions.flatMap((question) => question.numbers.map(bareNumber)))];
  if (numbers.length === 0) return new Map();
  const seqs = sql`
    select found.seq from unnest(${sql.param(numbers)}::text[]) as asked (number)
     cross join lateral (
       select ${tool.seq} as seq from ${tool} where ${BARE_NUMBER} = asked.number and ${isNull(tool.deletedAt)} limit ${MAX_CHOICES}) found`;
  const rows = await db
    .select({ tool, bare: BARE_NUMBER })
    .from(tool)
    .where(sql`${tool.seq} = any(array(${seqs}))`)
    .orderBy(tool.seq);
  const found = new Map<string, Tool[]>();
  for (const row of rows) found.set(row.bare, [...(found.get(row.bare) ?? []), toolView(row.tool)]);
  return found;
}

async function sold(db: Db, seqs: readonly number[]): Promise<Map<number, Tool>> {
  if (seqs.length === 0) return new Map();
  const rows = await db
    .select()
    .from(tool)
    .where(and(inArray(tool.seq, [...seqs]), isNull(tool.deletedAt)));
  return new Map(rows.map((row) => [row.seq, toolView(row)]));
}
