import type { Order } from '#model/orders/order.ts';
import { formatCount, manyPieces } from '#texts/format.ts';
import { keepUnits } from '../kernel/keep-units.ts';
import { manyTools } from './list-counts.ts';

/** More tools than these are counted. */
const NAMED = 3;

/** How many of the pieces that are given back would still be sent, and of what; undefined where none would. */
export function unsentWords(
  lines: readonly Order[],
  given: readonly { order: string; pieces: number; shipped: number }[],
): string | undefined {
  const unsent = given.flatMap(({ order, pieces, shipped }) => {
    const line = lines.find(({ _id }) => _id === order);
    return line && pieces > shipped ? [{ line, pieces: pieces - shipped }] : [];
  });
  if (unsent.length === 0) return undefined;
  const count = unsent.reduce((sum, { pieces }) => sum + pieces, 0);
  const of = unsent.map(({ line, pieces }) => `${formatCount(pieces)} of ${keepUnits(line.tools_name)}`);
  const not = `${manyPieces(count)} ${count === 1 ? 'has' : 'have'} not left yet and will not ship any more`;
  if (lines.length === 1) return `${not}.`;
  return of.length > NAMED ? `${not}, of ${manyTools(of.length)}.` : `${not}: ${of.join('; ')}.`;
}
