import { eachOf } from '#model/catalogue/ladder-cost.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import {
  addTool,
  type LineProblem,
  type ListLine,
  lineOf,
  lineProblem,
  putBack,
  type ToolsNow,
  without,
} from './order-list.ts';
import { askedToday, type OrderedFor, troubleOf } from './saved-lists.ts';

/** A line of a purchase or of a saved list; `last` is null of a tool that was not ordered the last time. */
export interface FormerLine {
  readonly tool: ToolId;
  readonly name: string;
  readonly image: string;
  readonly quantity: number;
  readonly last: OrderedFor | null;
}

/** The line as things stand today. */
export interface AgainRow {
  readonly line: FormerLine;
  /** Null of a tool that is no longer sold. */
  readonly tool: Tool | null;
  readonly quantity: number;
  readonly chosen: boolean;
  /** Whether any of it may be ordered today. */
  readonly canBeHad: boolean;
  /** What stands in the way of its quantity, and how many pieces can be had instead. */
  readonly problem: LineProblem | undefined;
  readonly canBeChosen: boolean;
  /** Dollars, without the first-order offer; undefined where so many cannot be bought. */
  readonly total: number | undefined;
}

/** What somebody has made of a line. */
export interface AgainChange {
  readonly quantity?: number;
  readonly chosen?: boolean;
}

/** All lines that can be chosen are, unless somebody has said otherwise. A tool that is not known yet has no row. */
export function againRows(
  lines: readonly FormerLine[],
  tools: ToolsNow,
  changes: ReadonlyMap<string, AgainChange>,
): AgainRow[] {
  return lines.flatMap((line) => {
    const tool = tools.get(line.tool);
    if (tool === undefined) return [];
    const { quantity = line.quantity, chosen = true } = changes.get(line.tool) ?? {};
    const trouble = troubleOf(tool, quantity);
    const canBeHad = trouble !== 'gone' && trouble !== 'sold_out';
    const problem = canBeHad ? lineProblem(listLine(line, quantity), tool) : undefined;
    const total = askedToday(tool, quantity);
    const canBeChosen = total !== undefined || (canBeHad && problem?.code !== 'too-few');
    return [{ line, tool, quantity, canBeHad, problem, canBeChosen, total, chosen: chosen && canBeChosen }];
  });
}

/** Its price is shown beside the former one, and accepted so. */
const listLine = ({ tool, name }: FormerLine, quantity: number): ListLine => ({
  ...{ tool, name, quantity },
  ...{ seenPrice: Number.POSITIVE_INFINITY, addedAt: 0 },
});

export interface AgainTotals {
  readonly chosen: number;
  readonly of: number;
  /** Dollars, of the chosen lines that can be bought as they are; undefined where none of them was ordered then. */
  readonly before: number | undefined;
  readonly now: number;
}

export function againTotals(rows: readonly AgainRow[]): AgainTotals {
  const chosen = rows.filter((row) => row.chosen);
  const bought = chosen.filter(({ total }) => total !== undefined);
  const asked = bought.flatMap(({ line }) => (line.last ? line.last.asked : []));
  return {
    ...{ chosen: chosen.length, of: rows.length },
    before: asked.length > 0 ? asked.reduce((sum, dollars) => sum + dollars, 0) : undefined,
    now: bought.reduce((sum, { total = 0 }) => sum + total, 0),
  };
}

/** Dollars that a piece costs more than then; undefined where there is nothing to compare. */
export const priceRise = ({ line, tool, quantity }: AgainRow): number | undefined =>
  tool && line.last ? eachOf(tool, quantity) - line.last.each : undefined;

/** The order list with the chosen lines, beside those that are there; undefined when they do not all fit. */
export function addChosen(lines: readonly ListLine[], rows: readonly AgainRow[], now: number): ListLine[] | undefined {
  let all: ListLine[] | undefined = [...lines];
  for (const { tool, quantity, chosen } of rows) if (chosen && tool && all) all = addTool(all, tool, quantity, now);
  return all;
}

/** The order list as it was before these lines were added; what was changed since stays. */
export function takeBackChosen(
  lines: readonly ListLine[],
  before: readonly ListLine[],
  rows: readonly AgainRow[],
): ListLine[] {
  const added = rows.filter(({ chosen }) => chosen).map(({ line }) => line.tool as string);
  const were = added.flatMap((tool) => lineOf(before, tool) ?? []);
  return putBack(without(lines, added), were);
}
