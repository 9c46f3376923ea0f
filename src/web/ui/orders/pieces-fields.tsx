import { readWholeNumber } from '#model/catalogue/whole-number.ts';
import type { Order } from '#model/orders/order.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { Icon } from '../kernel/icon.tsx';
import { keepUnits } from '../kernel/keep-units.ts';

/** A line and how many of its pieces are meant at most. */
export interface LineLeft {
  readonly line: Order;
  readonly left: number;
  readonly note: string;
}

/** As typed, by the id of the order. */
export type Typed = Readonly<Record<string, string>>;

interface PiecesFieldsProps {
  lines: readonly LineLeft[];
  typed: Typed;
  onType: (typed: Typed) => void;
  least?: number;
}

export function PiecesFields({ lines, typed, onType, least = 0 }: PiecesFieldsProps) {
  return (
    <ul className="pieces">
      {lines.map(({ line, left, note }) => {
        const problem = piecesProblem(typed[line._id] ?? '', left, least);
        return (
          <li key={line._id}>
            <span>
              <b>{keepUnits(line.tools_name)}</b>
              <span className="sub">{note}</span>
            </span>
            <input
              className="in"
              inputMode="numeric"
              aria-label={`Pieces: ${line.tools_name}`}
              aria-invalid={problem !== undefined || undefined}
              aria-describedby={problem && `pieces-${line._id}`}
              value={typed[line._id] ?? ''}
              onChange={({ target }) => onType({ ...typed, [line._id]: target.value })}
            />
            {problem && (
              <p className="err" id={`pieces-${line._id}`}>
                <Icon name="warn" />
                {problem}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const piecesIn = (typed: string): number | undefined => readWholeNumber(typed.trim() || '0');

/** Undefined of a number from `least` to `left`. */
export function piecesProblem(typed: string, left: number, least = 0): string | undefined {
  const pieces = piecesIn(typed);
  const range = `${least} to ${formatCount(left)}`;
  if (pieces === undefined || pieces < least) return `Enter a whole number, ${range}.`;
  return pieces > left ? `${formatCount(pieces)} is more than ${formatCount(left)}. Enter ${range}.` : undefined;
}

/** What was typed, without the lines of which nothing is meant; undefined while something is wrong. */
export function piecesOf(lines: readonly LineLeft[], typed: Typed, least = 0) {
  if (lines.some(({ line, left }) => piecesProblem(typed[line._id] ?? '', left, least))) return undefined;
  return lines
    .map(({ line }) => ({ order: line._id, pieces: piecesIn(typed[line._id] ?? '') ?? 0 }))
    .filter(({ pieces }) => pieces > 0);
}

const gone = ({ shipping, shipped, quantity, given_up = 0 }: Order): number =>
  shipping ? quantity - given_up : (shipped ?? 0);

export const sentPieces = (lines: readonly Order[]): number => lines.reduce((sum, line) => sum + gone(line), 0);

/** Here or awaited. */
export const notLeft = (line: Order): number => (line.paid ? line.quantity - (line.given_up ?? 0) - gone(line) : 0);

export const leftToShip = (line: Order): number => notLeft(line) - (line.paid ? (line.waiting?.pieces ?? 0) : 0);

const sent = (line: Order): string => `${formatCount(gone(line))} sent`;
const refunded = ({ given_up: pieces = 0 }: Order): string => (pieces > 0 ? `, ${formatCount(pieces)} refunded` : '');
const awaited = (line: Order): string => (line.waiting ? `, ${formatCount(line.waiting.pieces)} awaited` : '');

/** Lines of which pieces are here. */
export const linesToShip = (lines: readonly Order[]): LineLeft[] =>
  lines
    .map((line) => ({ line, left: leftToShip(line) }))
    .filter(({ left }) => left > 0)
    .map(({ line, left }) => {
      const shelf = `${formatCount(left)} on the shelf${awaited(line)}`;
      return { line, left, note: `${formatCount(line.quantity)} ordered, ${sent(line)}${refunded(line)}, ${shelf}` };
    });

/** Lines of which money can go back. */
export const linesToRefund = (lines: readonly Order[]): LineLeft[] =>
  lines
    .filter(({ paid }) => paid)
    .map((line) => ({ line, left: line.quantity - (line.given_up ?? 0) }))
    .filter(({ left }) => left > 0)
    .map((it) => ({ ...it, note: `${formatCount(it.left)} ${each(it.line)}, ${sent(it.line)}${awaited(it.line)}` }));

/** What a piece was paid with, where that is whole cents. */
function each({ amount, quantity, discount }: Order): string {
  const cents = Math.round(amount * 100) / quantity;
  return Number.isInteger(cents) ? `at ${formatDollars(cents / 100)}${discount > 0 ? ' after the offer' : ''}` : 'paid';
}
