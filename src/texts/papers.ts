import type { Paper, PaperFact } from '#model/content/paper.ts';
import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';
import type { PromisePaper } from '#model/orders/promise.ts';
import { discountPercent } from '#model/pricing/price.ts';
import type { Invoice, PackingSlip } from '#model/purchases/papers.ts';
import { boxes, formatCount, formatDollars, many } from './format.ts';
import { formatDatedDay } from './format-time.ts';
import { NEXT_STEP } from './ladder.ts';
import { promisedUntilText } from './promised-until.ts';
import { typedLines } from './typed.ts';

const PRICES = 'Prices in US dollars, per piece';
const FIGURE = 20;
/** More lines of an address or a note than these are joined. */
const MAX_LINES = 6;
/** More deductions than these are told as one. */
const MAX_GUARDS = 6;

export function invoicePaper(invoice: Invoice): Paper {
  const { number, date, lines, discount, amount } = invoice;
  return {
    title: 'Invoice',
    number,
    shop: issuerOf(invoice),
    facts: [
      { label: 'Bill and ship to', lines: addressee(invoice) },
      { label: 'Invoice date', lines: [formatDatedDay(date)] },
      {
        label: 'Paid',
        lines: [`${formatDatedDay(date)}, ${invoice.paid_with === 'card' ? 'by card' : 'with PayPal'}`],
      },
      { label: 'Purchase', lines: [invoice.purchase] },
      ...references(invoice),
    ],
    ...priced(lines.map(({ tools_price: each, ...line }) => ({ ...line, each }))),
    sums: [
      counted(lines, invoice.total),
      ...guards(invoice),
      ...(discount > 0
        ? [
            {
              ...{ label: `First order, ${discountPercent(invoice)}% off`, value: formatDollars(-discount) },
              is: 'less' as const,
            },
          ]
        : []),
      { label: 'Amount paid', value: formatDollars(amount), is: 'total' },
    ],
    closing: [{ text: 'Paid in full. Transaction id', id: invoice.transactionId }],
    signed: [],
    foot: PRICES,
  };
}

function guards({ lines, guard }: Invoice): Paper['sums'] {
  const guarded = lines.filter((line) => line.guard > 0);
  const told =
    guarded.length > MAX_GUARDS || guarded.some(({ from }) => from === null)
      ? [{ label: NEXT_STEP, guard }]
      : guarded.map(({ from, sku, tools_name: name, guard: its }) => ({
          label: `No more than for ${formatCount(from ?? 0)}, ${sku ?? name}`,
          guard: its,
        }));
  return guard > 0 ? told.map((it) => ({ label: it.label, value: formatDollars(-it.guard), is: 'less' })) : [];
}

const OVER: { readonly [S in PromisePaper['state']]?: string } = { withdrawn: 'Withdrawn', cancelled: 'Cancelled' };

/** As it was made: what has become of it stands on its page alone, but that it was withdrawn or its order cancelled. */
export function promiseSheet(promise: PromisePaper, shop: Invoice['shop']): Paper {
  const { number, name, createdAt, validUntil, note, lines, total, guard, amount } = promise;
  const until = promisedUntilText(validUntil);
  const over = OVER[promise.state];
  return {
    title: 'Price promise',
    number,
    shop: issuerOf({ shop }),
    facts: [
      { label: 'Asked for by, ship to', lines: addressee(promise) },
      { label: 'Date', lines: [formatDatedDay(createdAt)] },
      ...(over ? [] : [{ label: 'Prices held until', lines: [until] }]),
      ...references(promise),
    ],
    ...priced(lines),
    sums: [
      counted(lines, total),
      ...(guard > 0 ? [{ label: NEXT_STEP, value: formatDollars(-guard), is: 'less' as const }] : []),
      { label: 'Shipping', value: 'Included' },
      { label: 'Amount to pay', value: formatDollars(amount), is: 'total' },
    ],
    closing: [
      ...(note ? [{ title: `Note from ${name}`, text: linesIn(note, ' ').join('\n') }] : []),
      {
        text: over
          ? `${over}: these prices are no longer held.`
          : `These prices are held until ${until}. Stock is not held: it is checked when the order is paid. What is in stock ships within ${SHOP_FACTS.shippingDays} days after the payment clears.`,
      },
    ],
    signed: [],
    foot: PRICES,
  };
}

interface PricedLine {
  readonly tools_name: string;
  readonly sku: string | null;
  readonly quantity: number;
  readonly each: number;
  readonly total: number;
}

const priced = (lines: readonly PricedLine[]): Pick<Paper, 'ticked' | 'heads' | 'rows'> => ({
  ticked: false,
  heads: ['Quantity', 'Price each', 'Total'].map((title) => ({ title, width: FIGURE })),
  rows: lines.map(({ tools_name: name, sku: id, quantity, each, total }) => ({
    ...{ name, id },
    figures: [formatCount(quantity), formatDollars(each), formatDollars(total)],
  })),
});

function counted(lines: readonly { readonly quantity: number }[], total: number): Paper['sums'][number] {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return { label: `${many(lines.length, 'tool')}, ${many(pieces, 'piece')}`, value: formatDollars(total) };
}

export function slipPaper(slip: PackingSlip): Paper {
  const { part, parts, to_follow: rest, shop } = slip;
  return {
    title: 'Packing slip',
    number: `${slip.purchase}, part ${part}`,
    shop: issuerOf(slip),
    facts: [
      { label: 'Ship to', lines: addressee(slip) },
      { label: 'Part', lines: [parts === null ? formatCount(part) : `${part} of ${parts}`] },
      ...(slip.at ? [{ label: 'Shipped', lines: [formatDatedDay(slip.at)] }] : []),
      { label: 'Purchase', lines: [slip.purchase] },
      ...references(slip),
      ...(slip.carrier && slip.carrier !== 'Other' ? [{ label: 'Carrier', lines: [slip.carrier] }] : []),
      ...(slip.tracking ? [{ label: 'Tracking number', lines: [slip.tracking], isId: true as const }] : []),
      { label: 'Phone', lines: [slip.phone] },
    ],
    ticked: true,
    heads: [
      { title: 'Ordered', width: 18 },
      { title: 'In this part', width: 20 },
      { title: 'Packed as', width: 32 },
    ],
    rows: slip.lines.map(({ tools_name: name, sku: id, ordered, pieces, pack }) => ({
      ...{ name, id },
      figures: [formatCount(ordered), formatCount(pieces), packedAs(pieces, pack)],
    })),
    sums: [],
    closing:
      rest.length > 0
        ? [
            {
              title: parts === part + 1 ? `To follow in part ${part + 1}` : 'To follow',
              text: toFollow(rest),
            },
          ]
        : [],
    signed: ['Received by', 'Date'],
    foot: `No prices on this page. Counts wrong? Write to ${shop.email}.`,
  };
}

const MAX_NAMED = 20;

/** The first by name: the paragraph must fit its page. */
function toFollow(rest: PackingSlip['to_follow']): string {
  const named = rest.slice(0, MAX_NAMED).map(({ pieces, tools_name: name }) => `${formatCount(pieces)} × ${name}`);
  const more = rest.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${many(more, 'more tool')}` : ''}`;
}

/** "12 boxes of 12", "Loose", "3 boxes of 12 and 4 loose". */
export function packedAs(pieces: number, pack: number): string {
  const whole = pack > 1 ? Math.floor(pieces / pack) : 0;
  if (whole === 0) return 'Loose';
  const loose = pieces - whole * pack;
  return `${boxes(whole)} of ${formatCount(pack)}${loose > 0 ? ` and ${formatCount(loose)} loose` : ''}`;
}

const issuerOf = ({ shop }: Pick<Invoice, 'shop'>): Paper['shop'] => ({
  name: shop.name,
  lines: [...(shop.address ?? []), shop.email],
});

const addressee = ({ name, address }: Pick<Invoice, 'name' | 'address'>): string[] => [name, ...linesIn(address, ', ')];

function linesIn(text: string, between: string): string[] {
  const lines = typedLines(text);
  return lines.length > MAX_LINES ? [lines.join(between)] : lines;
}

const references = ({ po_number: po, job }: Pick<Invoice, 'po_number' | 'job'>): PaperFact[] => [
  ...(po ? [{ label: 'PO number', lines: [po] }] : []),
  ...(job ? [{ label: 'Job', lines: [job] }] : []),
];
