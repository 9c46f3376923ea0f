import { z } from 'zod';
import { Day } from '#model/kernel/day.ts';
import { ToolId } from '#model/kernel/ids.ts';
import { MAX_PURCHASE_LINES } from '../purchases/purchase-life.ts';
import { type ListLine, lineOf, putBack, readList, without } from './order-list.ts';

const Line = z.object({
  tool: ToolId,
  quantity: z.int().min(1).max(1_000_000),
  seen_price: z.int().min(0).max(1_000_000).meta({ description: 'Dollars for one piece, as last seen or accepted' }),
  added_at: z.int().min(0).meta({ description: 'Milliseconds since 1970: the order of the lines' }),
  wait_for: Day.optional().meta({ description: 'The day of the delivery that what is missing may wait for' }),
});

/** `version` counts the changes; 0 of somebody who has never had a list. */
export const SavedList = z.object({ version: z.int(), lines: z.array(Line.extend({ name: z.string() })) });
export type SavedList = z.infer<typeof SavedList>;

/** The other lines stay as they are, so that two devices may change different ones. */
export const ListChange = z.object({
  set: z.array(Line).max(MAX_PURCHASE_LINES),
  remove: z.array(ToolId).max(MAX_PURCHASE_LINES),
});
export type ListChange = z.infer<typeof ListChange>;

/** A person's list as the browser keeps it. `unsaved`: the tools whose lines the shop does not have like this yet. */
export interface OwnList {
  readonly of: string;
  readonly version: number;
  readonly lines: readonly ListLine[];
  readonly unsaved: readonly string[];
}

const Facts = z.object({ of: z.string(), saved: z.int(), unsaved: z.array(z.string()) });

export function readOwnList(text: string | null): OwnList | undefined {
  try {
    const { of, saved, unsaved } = Facts.parse(JSON.parse(text ?? ''));
    return { of, version: saved, lines: readList(text), unsaved };
  } catch {
    return undefined;
  }
}

export const writeOwnList = ({ of, version, lines, unsaved }: OwnList): string =>
  JSON.stringify({ version: 1, lines, of, saved: version, unsaved });

type Lines = readonly ListLine[];

/** With these lines instead; what differs is to be saved. */
export const changeOwn = (own: OwnList, lines: Lines): OwnList => ({
  ...own,
  lines,
  unsaved: [...new Set([...own.unsaved, ...differing(own.lines, lines)])],
});

const toSend = ({ tool, quantity, seenPrice, addedAt, waitFor }: ListLine): ListChange['set'][number] => ({
  ...{ tool, quantity, seen_price: seenPrice, added_at: addedAt, wait_for: waitFor },
});

/** With what was not saved of another one of the same person; it is to be saved. */
export const withOthers = (own: OwnList, { lines, unsaved }: OwnList): OwnList =>
  changeOwn(own, putBack(without(own.lines, unsaved), ofTools(lines, unsaved)));

/** What the shop is to be told. */
export function changeOf({ lines, unsaved }: OwnList): ListChange {
  return {
    set: ofTools(lines, unsaved).map(toSend),
    remove: unsaved.filter((tool) => !lineOf(lines, tool)).slice(0, MAX_PURCHASE_LINES) as ListChange['remove'],
  };
}

/** After `sent` was saved: what was changed meanwhile, or did not fit into it, is left. */
export const stillUnsaved = ({ lines, unsaved }: OwnList, sent: ListChange): string[] =>
  unsaved.filter((tool) => {
    const line = lineOf(lines, tool);
    if (!line) return !sent.remove.some((gone) => gone === tool);
    const before = sent.set.find((it) => it.tool === tool);
    return JSON.stringify(toSend(line)) !== JSON.stringify(before);
  });

/** The list as the shop has it, with what is not saved yet. */
export function withUnsaved(saved: SavedList, own: OwnList): OwnList {
  const lines = putBack(without(linesOf(saved), own.unsaved), ofTools(own.lines, own.unsaved));
  return { ...own, version: saved.version, lines };
}

export const sameLines = (one: Lines, other: Lines): boolean => differing(one, other).length === 0;

export interface JoinedLists {
  readonly own: OwnList;
  /** So many tools were in both. */
  readonly both: number;
  /** For which there is no room. */
  readonly left: Lines;
}

/** What a visitor has collected, joined with the list of who logs in: of a tool in both the larger quantity. */
export function joinLists(own: OwnList, visitors: Lines): JoinedLists {
  const both = visitors.filter(({ tool }) => lineOf(own.lines, tool));
  const larger = both.flatMap((line) => {
    const before = lineOf(own.lines, line.tool);
    return before && before.quantity < line.quantity ? [{ ...line, addedAt: before.addedAt }] : [];
  });
  const others = without(
    visitors,
    both.map(({ tool }) => tool),
  );
  const room = Math.max(0, MAX_PURCHASE_LINES - own.lines.length);
  const joined = putBack(own.lines, [...larger, ...others.slice(0, room)]);
  return { own: changeOwn(own, joined), both: both.length, left: others.slice(room) };
}

export const ownOf = (of: string, saved: SavedList): OwnList => ({
  ...{ of, version: saved.version, lines: linesOf(saved), unsaved: [] },
});

const ofTools = (lines: Lines, tools: readonly string[]): Lines => lines.filter(({ tool }) => tools.includes(tool));

const linesOf = ({ lines }: SavedList): ListLine[] =>
  lines.map(({ tool, name, quantity, seen_price, added_at, wait_for }) => ({
    ...{ tool, name, quantity, seenPrice: seen_price, addedAt: added_at, ...(wait_for && { waitFor: wait_for }) },
  }));

function differing(before: Lines, after: Lines): string[] {
  const facts = (line: ListLine | undefined) =>
    JSON.stringify(line && [line.quantity, line.seenPrice, line.addedAt, line.waitFor]);
  const tools = [...new Set([...before, ...after].map(({ tool }) => tool))];
  return tools.filter((tool) => facts(lineOf(before, tool)) !== facts(lineOf(after, tool)));
}
