import { quantityAtNeed } from '#model/catalogue/need.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import type { Wish } from '#model/orders/wish.ts';
import { boxes, formatCount, formatTotal, manyPieces } from '#texts/format.ts';
import type { EntryGroup } from './palette-entries.ts';

interface PaletteLineProps {
  wish: Wish;
  need: number | undefined;
  found: { total: number; fresh: boolean; failure: string | undefined; again: () => void };
  /** Words that were meant instead of those that were typed. */
  meant: string | undefined;
  groups: readonly EntryGroup[];
  purchases: number;
  lists: number;
  /** Which orders or lists did not load. */
  failed: string | undefined;
  /** The tool that Enter puts into the order list. */
  adding: Tool | undefined;
  onMeant: (words: string) => void;
}

/** What was understood, how much was found, and what Enter does. */
export function PaletteLine({
  wish,
  need,
  found,
  meant,
  groups,
  purchases,
  lists,
  failed,
  adding,
  onMeant,
}: PaletteLineProps) {
  const { words, outside } = wish;
  if (words === '') return 'Type a tool, an order or a page. “250 pliers” shows the price of 250.';
  if (outside) return `Enter a whole number from 1 to 1,000,000.`;
  const { failure, fresh, again } = found;
  const enter = adding && fresh && ` Enter adds ${whatEnterAdds(adding, need)}.`;
  if (failure)
    return (
      <>
        The tools did not load. {failure}{' '}
        <button type="button" className="seek__press" onClick={again}>
          Try again
        </button>
      </>
    );
  if (!fresh && purchases + lists === 0) return 'Searching';
  const orders = failed && ` ${failed} did not load.`;
  if (meant)
    return (
      <>
        Nothing for “<bdi>{words}</bdi>”. Did you mean{' '}
        <button type="button" className="seek__press" onClick={() => onMeant(meant)}>
          {meant}
        </button>
        ?{enter}
      </>
    );
  const counts = countsOf(found.total, purchases, lists, groups);
  if (counts === '')
    return (
      <>
        Nothing for “<bdi>{words}</bdi>”.{orders}
      </>
    );
  if (need !== undefined && found.total > 0)
    return (
      <>
        <b>{manyPieces(need)}</b> of “<bdi>{words}</bdi>”: {counts}.{enter}
        {orders}
      </>
    );
  return (
    <>
      {counts}
      {(enter || orders) && '.'}
      {enter}
      {orders}
    </>
  );
}

/** Pages and actions count where nothing else was found, and what only goes with it does not. */
function countsOf(tools: number, purchases: number, lists: number, groups: readonly EntryGroup[]): string {
  const lengthOf = (title: string) => groups.find((group) => group.title === title)?.entries.length ?? 0;
  const main = [many(tools, 'tool'), many(purchases, 'purchase'), many(lists, 'saved list')].filter(Boolean);
  if (main.length > 0) return main.join(', ');
  const actions = groups.some(({ entries }) => entries.some(({ id }) => id === 'mail')) ? 0 : lengthOf('Actions');
  return [many(lengthOf('Pages'), 'page'), many(actions, 'action')].filter(Boolean).join(', ');
}

const many = (count: number, thing: string): string =>
  count === 0 ? '' : `${formatTotal(count)} ${thing}${count === 1 ? '' : 's'}`;

/** "252, 21 boxes of 12", "24, the minimum". */
function whatEnterAdds(tool: Tool, need: number | undefined): string {
  const pieces = quantityAtNeed(tool, need ?? 1);
  const packs = tool.pack > 1 && `${boxes(pieces / tool.pack)} of ${formatCount(tool.pack)}`;
  const least = pieces === tool.min_quantity && pieces !== need && 'the minimum';
  return [formatCount(pieces), packs, least].filter(Boolean).join(', ');
}
