import { utcDaysBetween } from '#model/kernel/utc-day.ts';
import {
  PROMISE_DAYS,
  type PromiseLine,
  type PromisePaper,
  type PromiseRow,
  type WayToPay,
} from '#model/orders/promise.ts';
import { isPayPal } from '#model/purchases/paid-with.ts';
import { failureText } from '#texts/failures.ts';
import { formatCount, formatDollars, formatList, many } from '#texts/format.ts';
import { formatDaysUntil } from '#texts/format-distance.ts';
import { formatDatedDay, formatDeliveryDay } from '#texts/format-time.ts';
import { promisedUntilText } from '#texts/promised-until.ts';
import { waitWords } from '#texts/shipping.ts';
import { shortName } from '../catalogue/short-name.ts';
import type { IconName } from '../kernel/icon.tsx';
import type { StatusMark } from '../kernel/status.tsx';
import { manyTools } from './list-counts.ts';

/** "29 Nov", of a document's day, in UTC as the document writes it. */
export const documentDay = (iso: string): string => formatDeliveryDay(iso.slice(0, 10));

interface Standing {
  readonly mark: StatusMark;
  readonly words: string;
}

/** For its customer. */
export function promiseStanding({ state, paidAt }: Pick<PromiseRow, 'state' | 'paidAt'>): Standing {
  switch (state) {
    case 'valid':
      return { mark: 'half', words: 'Valid, not paid' };
    case 'ordered':
      return { mark: 'half', words: 'Ordered, not paid' };
    case 'paid':
      return { mark: 'done', words: paidAt ? `Paid ${documentDay(paidAt)}` : 'Paid' };
    case 'expired':
      return { mark: 'open', words: 'Expired' };
    case 'withdrawn':
      return { mark: 'open', words: 'Withdrawn' };
    case 'cancelled':
      return { mark: 'open', words: 'Cancelled' };
    case 'closed':
      return { mark: 'open', words: 'Closed' };
  }
}

/** All that was paid has gone back or is on its way. */
export const isRefunded = ({ paid }: Pick<PromisePaper, 'paid'>): boolean =>
  paid !== undefined && paid.refunded >= paid.amount;

interface DocumentHead extends Standing {
  readonly icon: IconName;
  readonly below: string;
}

/** What the document says of itself, large. */
export function documentHead(promise: PromisePaper, now: number): DocumentHead {
  const { state, validUntil, paid } = promise;
  const until = `until ${promisedUntilText(validUntil)}`;
  if (state === 'paid')
    return {
      ...(isRefunded(promise)
        ? { mark: 'open', icon: 'refund', words: 'Paid, then refunded' }
        : { mark: 'done', icon: 'check', words: 'Paid' }),
      below: paid ? `on ${formatDatedDay(paid.paidAt)}, by ${isPayPal(paid.transactionId) ? 'PayPal' : 'card'}` : '',
    };
  if (state === 'withdrawn' || state === 'cancelled')
    return { ...promiseStanding({ state, paidAt: null }), icon: 'x', below: `promised ${until}` };
  if (state === 'closed') return { mark: 'open', icon: 'x', words: 'Link closed', below: `promised ${until}` };
  const days = utcDaysBetween(now, Date.parse(validUntil));
  // Also where the page was open when its last day ended.
  if (state === 'expired' || (state === 'valid' && days < 0))
    return {
      ...{ mark: 'open', icon: 'warn', words: 'Expired' },
      below: `on ${formatDatedDay(validUntil)}, ${formatDaysUntil(validUntil, now)}`,
    };
  if (days < 0) return { mark: 'half', icon: 'info', words: 'Ordered, not paid', below: `promised ${until}` };
  const short = shortLines(wantedLines(promise));
  if (short.length > 0) {
    const words = short.every(isGone) ? 'Valid, but not all is still sold' : 'Valid, but stock is short';
    return { mark: 'half', icon: 'info', words, below: until };
  }
  const words = days === 0 ? 'Valid for its last day' : `Valid for ${many(days, 'more day')}`;
  return { mark: 'done', icon: 'check', words, below: until };
}

/** How much of its time has gone, from 0 to 1: until it was paid, otherwise until now. */
export function shareOfTime({ createdAt, validUntil, paid }: PromisePaper, now: number): number {
  const [from, until] = [Date.parse(createdAt), Date.parse(validUntil)];
  const at = paid ? Date.parse(paid.paidAt) : now;
  return Math.min(1, Math.max(0, (at - from) / (until - from)));
}

export const SCALE_DAYS = PROMISE_DAYS;

/** Pieces of a line that are here now. */
const here = ({ quantity, today }: PromiseLine): number => Math.min(quantity, today?.available ?? 0);

const shortLines = (lines: readonly PromiseLine[]): PromiseLine[] => lines.filter((line) => here(line) < line.quantity);

const leftOf = ({ leftOut }: Pick<PromisePaper, 'leftOut'>, { tools_id }: PromiseLine): number =>
  leftOut?.find((its) => its.tools_id === tools_id)?.pieces ?? 0;

/** What is to be paid of it: once it is ordered, without what was left out. */
export const wantedLines = (promise: Pick<PromisePaper, 'lines' | 'leftOut'>): PromiseLine[] =>
  promise.lines
    .map((line) => ({ ...line, quantity: line.quantity - leftOf(promise, line) }))
    .filter(({ quantity }) => quantity > 0);

/** What stands at a line: what was left out, what is short while it can be paid, and what waits once it is. */
export function lineMark(
  promise: Pick<PromisePaper, 'state' | 'paid' | 'leftOut'>,
  line: PromiseLine,
): Standing | undefined {
  const { state, paid } = promise;
  const pieces = leftOf(promise, line);
  if (pieces === line.quantity) return { mark: 'open', words: 'Left out' };
  const asked = state === 'valid' || state === 'ordered';
  const short = asked ? shortMark({ ...line, quantity: line.quantity - pieces }) : undefined;
  const isIts = ({ tools_id }: { tools_id: string }) => tools_id === line.tools_id;
  const waits = paid?.waiting?.find(isIts);
  const lower = paid?.lower?.find(isIts);
  const words = [
    ...(short ? [short.words] : []),
    ...(pieces > 0 ? [`${formatCount(pieces)} of ${formatCount(line.quantity)} left out`] : []),
    ...(waits ? [waitWords(waits, formatDeliveryDay)] : []),
    ...(lower ? [`${formatDollars(lower.each)} each, ${formatDollars(lower.less)} less than promised`] : []),
  ];
  if (words.length === 0) return undefined;
  return { mark: short?.mark ?? (pieces > 0 || waits ? 'half' : 'done'), words: words.join(', ') };
}

function shortMark(line: PromiseLine): Standing | undefined {
  if (!line.today) return { mark: 'open', words: 'No longer sold' };
  const { available, restock } = line.today;
  if (available >= line.quantity) return undefined;
  if (available > 0) return { mark: 'half', words: `${formatCount(available)} of ${formatCount(line.quantity)} left` };
  return { mark: 'open', words: restock ? `Sold out, back on ${formatDeliveryDay(restock)}` : 'Sold out' };
}

const WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

const isGone = ({ today }: PromiseLine): boolean => !today;

/** "Two tools have run short", "One tool is no longer sold, and two tools have run short". */
export function runShort(lines: readonly PromiseLine[]): string {
  const short = shortLines(lines);
  const gone = short.filter(isGone).length;
  const left = short.length - gone;
  const tools = (count: number) => `${WORDS[count] ?? formatCount(count)} ${count === 1 ? 'tool' : 'tools'}`;
  const sold = `${tools(gone)} ${gone === 1 ? 'is' : 'are'} no longer sold`;
  const run = `${tools(left)} ${left === 1 ? 'has' : 'have'} run short`;
  if (gone === 0) return run;
  return left === 0 ? sold : `${sold}, and ${run.charAt(0).toLowerCase()}${run.slice(1)}`;
}

/** Why it cannot be paid. @param hold that its prices still hold, where its tools may come again */
export function noneHere(lines: readonly PromiseLine[], hold: string): string {
  if (lines.every(isGone)) return 'Nothing of it is sold any more.';
  if (lines.every((line) => here(line) === 0)) return `Nothing of it is in stock now. ${hold}`;
  return `${shortLines(lines).length > 0 ? runShort(lines) : 'It cannot be paid just now'}. ${hold}`;
}

/** What one way to pay is called, and what it means. */
export function wayWords({ way, waitUntil }: WayToPay, lines: readonly PromiseLine[]): { title: string; text: string } {
  if (way === 'wait') {
    const short = shortLines(lines);
    const missing = short.reduce((sum, line) => sum + line.quantity - here(line), 0);
    const days = new Set(short.map((line) => line.today?.restock));
    const rest = lines.some((line) => here(line) > 0) ? 'Ship what is there, the rest' : 'Ship all';
    const one = missing === 1;
    return {
      title: `${rest} ${days.size > 1 ? 'by' : 'on'} ${waitUntil ? formatDeliveryDay(waitUntil) : 'the next delivery'}`,
      text: `All of it is paid now. The ${formatCount(missing)} missing ${one ? 'piece ships when it is' : 'pieces ship when they are'} here; cancelled until then, the money comes back.`,
    };
  }
  if (way === 'leave') return { title: 'Only what is there', text: leftOut(lines) };
  return { title: 'All of it', text: `${manyTools(lines.length)}, all in stock.` };
}

const NAMED = 2;

/** "Without Ratchet & Socket Set, and with 60 of 96 Spirit Level." */
function leftOut(lines: readonly PromiseLine[]): string {
  const short = shortLines(lines);
  const gone = short.filter((line) => here(line) === 0);
  const fewer = short.filter((line) => here(line) > 0);
  const named = (some: PromiseLine[], text: (line: PromiseLine) => string, several: string) =>
    some.length > NAMED ? several : formatList(some.map(text));
  const nameOf = ({ tools_name }: PromiseLine) => shortName(tools_name);
  const parts = [
    gone.length > 0 && `without ${named(gone, nameOf, manyTools(gone.length))}`,
    fewer.length > 0 &&
      `with ${named(
        fewer,
        (line) => `${formatCount(here(line))} of ${formatCount(line.quantity)} ${nameOf(line)}`,
        `fewer pieces of ${manyTools(fewer.length)}`,
      )}`,
  ].filter((part) => part !== false);
  const said = parts.join(', and ');
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

/** What the amount of the document is called: what is paid may be less. */
export const amountWords = ({ amount, ways }: Pick<PromisePaper, 'amount' | 'ways'>): string =>
  ways.some((it) => it.way === 'all' && it.amount === amount) ? 'Amount to pay' : 'Amount promised';

/** "Today the same order costs $8,720, $240 more." */
export function todaysPrice({ today, amount }: Pick<PromisePaper, 'today' | 'amount'>): string {
  if (today === null) return 'Some of its tools are no longer sold.';
  const more = Math.round((today - amount) * 100) / 100;
  if (more === 0) return `Today the same order still costs ${formatDollars(today)}.`;
  return `Today the same order costs ${formatDollars(today)}, ${formatDollars(Math.abs(more))} ${more > 0 ? 'more' : 'less'}.`;
}

/**
 * "Today's price is lower: $8,400." Undefined where the promised price is what is asked. Of fewer pieces than promised it
 * says how much of the difference that is.
 */
export function lowerToday({ amount }: PromisePaper, way: WayToPay | undefined): string | undefined {
  if (!way?.less) return undefined;
  const asked = way.total - way.guard;
  const whole = Math.round((asked + way.less) * 100) === Math.round(amount * 100);
  return `Today's price is lower: ${formatDollars(asked)}${whole ? '' : `, ${formatDollars(way.less)} less than promised`}.`;
}

/** A mail without an address: whoever has the link knows whom to ask, and the shop tells nobody's. */
export const mailAbout = (subject: string, body = ''): string =>
  `mailto:?subject=${encodeURIComponent(subject)}${body && `&body=${encodeURIComponent(body)}`}`;

/** What is sent with the link. */
export function inviteMail({ number, lines, amount, validUntil, note }: PromisePaper, link: string): string {
  const body = [
    ...(note ? [note] : []),
    `${manyTools(lines.length)} for ${formatDollars(amount)}, prices held until ${formatDatedDay(validUntil)}.`,
    `Read, approve and pay it here, without an account:\n${link}`,
  ].join('\n\n');
  return mailAbout(`Price promise ${number}`, body);
}

interface Refused {
  readonly line: number;
  readonly code: string;
  readonly figures?: Readonly<Record<string, unknown>> | undefined;
}

/** Which lines the shop did not take, and why: their quantity is promised, and nothing else can be entered or chosen. */
export const refusedText = (refused: readonly Refused[], lines: readonly PromiseLine[]): string =>
  refused
    .flatMap(({ line, code, figures }) => {
      const its = lines[line - 1];
      return its ? [`${shortName(its.tools_name)}: ${whyRefused(code, figures, its)}`] : [];
    })
    .join(' ');

function whyRefused(code: string, figures: Refused['figures'], { quantity }: PromiseLine): string {
  if (code === 'tool_gone') return 'no longer in the catalogue.';
  if (code === 'out_of_stock') return `${formatCount(Number(figures?.available))} of ${formatCount(quantity)} left.`;
  return failureText({ status: 409, code, figures: code === 'too_much_unpaid' ? { ...figures, left: 0 } : figures });
}
