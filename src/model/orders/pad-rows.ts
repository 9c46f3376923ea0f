import { bareNumber, itemNumber } from '../catalogue/item-number.ts';
import { eachOf } from '../catalogue/ladder-cost.ts';
import { MAX_QUANTITY } from '../catalogue/quantity.ts';
import type { Tool } from '../catalogue/tool.ts';
import type { ToolMatch } from '../catalogue/tool-match.ts';
import type { Cents } from '../kernel/money.ts';
import { orderPrice } from '../pricing/price.ts';
import {
  addTool,
  type LineFix,
  type LineProblem,
  type ListLine,
  lineProblem,
  sumShown,
  type ToolsNow,
} from './order-list.ts';
import type { PadLine } from './pad-line.ts';

/** What somebody decided by hand for a line. */
export interface PadAnswer {
  readonly tool?: Tool;
  /** Null while its field has no whole number. */
  readonly quantity?: number | null;
  /** The line is taken off the rows. */
  readonly skipped?: true;
}

export type PadRow =
  | { readonly kind: 'reading'; readonly line: PadLine }
  | { readonly kind: 'choose'; readonly line: PadLine; readonly tools: readonly Tool[] }
  | { readonly kind: 'unknown'; readonly line: PadLine }
  | FoundRow;

export interface FoundRow {
  readonly kind: 'found';
  readonly line: PadLine;
  readonly tool: Tool;
  readonly quantity: number | null;
  /** What the text has in its place that cannot be ordered. */
  readonly unread?: string;
  /** No quantity was given, so it is the minimum. */
  readonly minimumTaken: boolean;
  /** So many lines are this tool, this one included. */
  readonly lines: number;
  /** Pieces of the tool on all lines. */
  readonly together: number;
  /** Of all lines of the tool together, on the last of them; its fixes set the quantity of this line. */
  readonly problem: LineProblem | undefined;
}

/**
 * The rows of all lines but head rows and those that were skipped, in the order of the text.
 * @param matches at the place of each line; nothing where it is not known yet
 * @param answers by the key of a line
 */
export function padRows(
  lines: readonly PadLine[],
  matches: readonly (ToolMatch | undefined)[],
  answers: ReadonlyMap<string, PadAnswer> = new Map(),
): PadRow[] {
  const rows = lines.flatMap((line, at) => {
    const answer = answers.get(line.key);
    return line.head || answer?.skipped ? [] : [rowOf(line, matches[at], answer)];
  });
  const byTool = Map.groupBy(rows.filter(isFound), ({ tool }) => tool._id);
  return rows.map((row) => (isFound(row) ? together(row, byTool.get(row.tool._id) ?? [row]) : row));
}

/** What was decided for these lines: a line that went from the pad and comes back is decided anew. */
export function answersOf(
  lines: readonly PadLine[],
  answers: ReadonlyMap<string, PadAnswer>,
): ReadonlyMap<string, PadAnswer> {
  const keys = new Set(lines.map(({ key }) => key));
  return new Map([...answers].filter(([key]) => keys.has(key)));
}

/** With the chosen tools as they are now. One that is no longer sold is not chosen; one that was not asked for stays. */
export function withTools(answers: ReadonlyMap<string, PadAnswer>, tools: ToolsNow): ReadonlyMap<string, PadAnswer> {
  return new Map(
    [...answers].map(([key, answer]) => {
      const { tool, ...others } = answer;
      const now = tool && tools.get(tool._id);
      return [key, now ? { ...others, tool: now } : now === null ? others : answer];
    }),
  );
}

const isFound = (row: PadRow): row is FoundRow => row.kind === 'found';

function rowOf(line: PadLine, match: ToolMatch | undefined, answer: PadAnswer | undefined): PadRow {
  const tool = answer?.tool ?? (match?.kind === 'found' ? match.tool : undefined);
  if (tool) return foundRow(line, tool, answer?.quantity);
  if (!match) return { kind: 'reading', line };
  return match.kind === 'choose' ? { kind: 'choose', line, tools: match.tools } : { kind: 'unknown', line };
}

function foundRow(line: PadLine, tool: Tool, own: number | null | undefined): FoundRow {
  const unread = line.unread && bareNumber(line.unread) !== bareNumber(itemNumber(tool)) ? null : undefined;
  const written = piecesOf(line, tool) ?? unread;
  // More than one order may have is asked for, as what is no whole number is.
  const tooMany = written && written > MAX_QUANTITY ? written : undefined;
  const typed = own === undefined ? (tooMany ? null : written) : own;
  const quantity = typed === undefined ? tool.min_quantity : typed;
  const minimumTaken = typed === undefined;
  const inItsPlace = tooMany ? `${tooMany}` : line.unread;
  return {
    ...{ kind: 'found', line, tool, quantity, minimumTaken, lines: 1, together: 0, problem: undefined },
    ...(inItsPlace && { unread: inItsPlace }),
  };
}

function piecesOf(line: PadLine, tool: Tool): number | undefined {
  const number = bareNumber(itemNumber(tool));
  const { quantity, unit } = line.beside?.[number] ?? line;
  return quantity === undefined ? undefined : quantity * (unit === 'packs' ? tool.pack : 1);
}

function together(row: FoundRow, same: readonly FoundRow[]): FoundRow {
  const { tool, quantity } = row;
  const all = { lines: same.length, together: sum(same) };
  if (quantity === null || same.some((it) => it.quantity === null)) return { ...row, ...all };
  const others = all.together - quantity;
  const problem = row === same.at(-1) ? problemOf(tool, all.together) : undefined;
  const fixes = (problem?.fixes ?? []).flatMap((fix): LineFix[] =>
    fix.code === 'quantity' && fix.quantity > others ? [{ ...fix, quantity: fix.quantity - others }] : [],
  );
  return { ...row, ...all, problem: problem && { ...problem, fixes } };
}

/** As on the order list, where prices are those of now. */
function problemOf(tool: Tool, quantity: number): LineProblem | undefined {
  const { _id, name } = tool;
  return lineProblem({ tool: _id, name, quantity, seenPrice: eachOf(tool, quantity), addedAt: 0 }, tool);
}

const sum = (rows: readonly FoundRow[]): number => rows.reduce((pieces, { quantity }) => pieces + (quantity ?? 0), 0);

export interface PadTotals {
  readonly lines: number;
  readonly recognised: number;
  readonly toChoose: number;
  readonly notFound: number;
  /** Lines that share their tool with another. */
  readonly same: number;
  readonly pieces: number;
  /** What the recognised lines are asked for, without the first-order offer. */
  readonly amount: Cents;
}

export function padTotals(rows: readonly PadRow[]): PadTotals {
  const found = rows.filter(isFound);
  const amount = [...Map.groupBy(found, ({ tool }) => tool._id).values()].reduce((whole, same) => {
    const [first] = same;
    return first ? whole + orderPrice(first.tool, sum(same), 0).amount : whole;
  }, 0);
  return {
    lines: rows.length,
    recognised: found.length,
    toChoose: rows.filter(({ kind }) => kind === 'choose').length,
    notFound: rows.filter(({ kind }) => kind === 'unknown').length,
    same: found.filter(({ lines }) => lines > 1).length,
    pieces: sum(found),
    amount: sumShown(amount),
  };
}

export interface PadAdded {
  readonly list: ListLine[];
  readonly added: readonly FoundRow[];
  /** Recognised, but there is no room for them, or their quantity is empty. */
  readonly left: readonly FoundRow[];
}

/** The recognised rows on the order list, those of one tool as one line. */
export function addPad(list: readonly ListLine[], rows: readonly PadRow[], now: number): PadAdded {
  let lines = [...list];
  const [added, left]: [FoundRow[], FoundRow[]] = [[], []];
  for (const row of rows.filter(isFound)) {
    const more = row.quantity ? addTool(lines, row.tool, row.quantity, now) : undefined;
    if (more) lines = more;
    (more ? added : left).push(row);
  }
  return { list: lines, added, left };
}
