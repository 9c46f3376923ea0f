import { formatCount } from '#texts/format.ts';
import { formatDeliveryDay } from '#texts/format-time.ts';
import { shortName } from '../catalogue/short-name.ts';
import { keepUnits } from '../kernel/keep-units.ts';
import { manyTools } from '../orders/list-counts.ts';

/** A line of a purchase, from 1, whose pieces went to others after its hold had ended. */
export interface ShortLine {
  readonly line: number;
  readonly quantity: number;
  /** Pieces that are left. */
  readonly available: number;
  /** The day of the delivery that the others may wait for. */
  readonly restockAt: string | null;
}

interface StockLost {
  /** What happened. */
  readonly title: string;
  /** What can be done. */
  readonly text: string;
  /** How many tools can be paid for without those that are short; 0 if none. */
  readonly rest: number;
  /** Whether what is short may wait for a delivery. */
  readonly mayWait: boolean;
}

/** @param tools the names of the lines that are left, by their numbers from 1 */
export function stockLostWords(short: readonly ShortLine[], tools: ReadonlyMap<number, string>): StockLost {
  const rest = tools.size - short.length;
  const days = short.map((line) => line.restockAt).sort();
  const last = days.at(-1);
  const day = last && !days.includes(null) ? formatDeliveryDay(last) : undefined;
  const all = tools.size === 1 ? 'it' : `all ${formatCount(tools.size)}`;
  const ways = [
    rest > 0 && `pay for the other ${manyTools(rest)}`,
    day && `wait for ${day}${tools.size === 1 ? '' : ` with ${all}`}`,
  ].filter((way) => way !== false && way !== undefined);
  const [first = 'cancel the order in My Orders, or try again later', second] = ways;
  const said = `${first}${second ? `, or ${second}` : ''}.`;
  return {
    title: titleOf(short, tools),
    text: `Nothing has been charged. ${said.charAt(0).toUpperCase()}${said.slice(1)}`,
    rest: Math.max(rest, 0),
    mayWait: day !== undefined,
  };
}

function titleOf(short: readonly ShortLine[], tools: ReadonlyMap<number, string>): string {
  const [only] = short;
  const gone = short.every(({ available }) => available === 0);
  if (!only || short.length > 1)
    return gone
      ? `${manyTools(short.length)} sold out while you were away.`
      : `Too few pieces of ${manyTools(short.length)} are left.`;
  const named = tools.get(only.line);
  const name = named && keepUnits(shortName(named));
  return gone
    ? `${name ? `The ${name}` : 'This tool'} sold out while you were away.`
    : `Only ${formatCount(only.available)} of ${formatCount(only.quantity)} left: ${name ?? 'this tool'}.`;
}

/** The latest of the days that pieces wait for; undefined where there is none. */
export const lastDay = (days: readonly (string | null | undefined)[]): string | undefined =>
  days
    .flatMap((day) => day ?? [])
    .toSorted()
    .at(-1);

/** @param tools the names of the lines that are left, by their numbers from 1 */
export function waitingWords(waits: readonly ShortLine[], tools: ReadonlyMap<number, string>): string {
  const [only] = waits;
  const last = lastDay(waits.map(({ restockAt }) => restockAt));
  const day = last ? formatDeliveryDay(last) : 'the next delivery';
  const pieces = waits.reduce((sum, { quantity, available }) => sum + quantity - available, 0);
  const what =
    only && waits.length === 1
      ? `${formatCount(pieces)} ${pieces === 1 ? 'piece waits' : 'pieces wait'} for ${day}: ${tools.get(only.line) ?? 'this tool'}.`
      : `${manyTools(waits.length)} wait for ${day}.`;
  return `${what} ${pieces === 1 ? 'Cancel it until then and you get its' : 'Cancel them until then and you get their'} money back.`;
}
