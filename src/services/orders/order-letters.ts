import { shortOrderId } from '#model/kernel/ids.ts';
import type { Fact, Letter, Letterhead } from '#model/mail/letter.ts';
import type { Order, ShipToChange } from '#model/orders/order.ts';
import { isPayable, UNPAID_DAYS, waitsForPayment } from '#model/orders/order-life.ts';
import { discountPercent } from '#model/pricing/price.ts';
import { type Carrier, trackingLink } from '#model/purchases/shipment.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { formatLetterDay } from '#texts/format-time.ts';
import { NEXT_STEP } from '#texts/ladder.ts';
import { untilHere, waitFor, waitWords } from '#texts/shipping.ts';
import { addressInOneLine } from '#texts/typed.ts';
import { hasLeft, type MailedOrder } from './mailed-order.ts';

/** As all pages call it. */
export const orderNumber = ({ number, _id }: MailedOrder): string => number ?? shortOrderId(_id);

/** Which order it is. Its address and phone stay out: whoever placed it may have used somebody else's mail address. */
export const orderNamed = (order: MailedOrder): Fact[] => [
  { name: order.number ? 'Purchase' : 'Order', value: orderNumber(order) },
  ...(order.purchase?.po_number ? [{ name: 'PO number', value: order.purchase.po_number }] : []),
  ...(order.purchase?.job ? [{ name: 'Job', value: order.purchase.job }] : []),
  ...(order.lines
    ? order.lines.map((line) => ({
        name: line.tools_name,
        value: `${formatCount(line.quantity)} × ${formatDollars(line.tools_price)}${waits(line)}`,
      }))
    : [
        { name: 'Tool', value: order.tools_name },
        { name: 'Quantity', value: `${formatCount(order.quantity)}${waits(order)}` },
      ]),
];

/** Which of its pieces wait, and for which day. */
const waits = ({ waiting }: Order): string => (waiting ? `; ${waitWords(waiting, formatLetterDay)}` : '');

/** How many pieces of all its orders wait for a delivery. */
const waitingOf = (order: MailedOrder): number =>
  (order.lines ?? [order]).reduce((sum, { waiting }) => sum + (waiting?.pieces ?? 0), 0);

/** Where the customer sees what became of it. */
export const seePurchase = ({ number }: MailedOrder, origin: string): NonNullable<Letter['action']> =>
  number
    ? { label: `See purchase ${number}`, url: `${origin}/dashboard/purchases/${number}` }
    : { label: 'See My Orders', url: `${origin}/dashboard/myorders` };

/** How many pieces of which of its orders a mail is about. */
export const partNamed = (order: MailedOrder, pieces: ReadonlyMap<string, number>): Fact[] => [
  { name: order.number ? 'Purchase' : 'Order', value: orderNumber(order) },
  ...linesIn(order, pieces).map((line) => ({
    name: line.tools_name,
    value: `${formatCount(pieces.get(line._id) ?? 0)} of ${formatCount(line.quantity)}`,
  })),
];

const linesIn = (order: MailedOrder, pieces: ReadonlyMap<string, number>) =>
  (order.lines ?? [order]).filter(({ _id }) => pieces.has(_id));

export const orderPriced = (order: MailedOrder, last: string): Fact[] => [
  ...orderNamed(order),
  ...(order.lines ? [] : [{ name: 'Price per piece', value: formatDollars(order.tools_price) }]),
  ...(order.guard || order.discount > 0 ? [{ name: 'Total price', value: formatDollars(order.total) }] : []),
  ...(order.guard ? [{ name: NEXT_STEP, value: formatDollars(-order.guard) }] : []),
  ...(order.discount > 0
    ? [{ name: `First order, ${discountPercent(order)}% off`, value: formatDollars(-order.discount) }]
    : []),
  { name: last, value: formatDollars(order.amount), total: true },
];

/** Confirms an order that was placed. By the time it leaves, the order may already have been paid or cancelled. */
export function orderPlaced(order: MailedOrder, { name, origin }: Letterhead, byLink = false): Letter {
  const payable = waitsForPayment(order.state);
  const held =
    payable && order.holdUntil ? `${formatLetterDay(order.holdUntil)}, ${timeOf(order.holdUntil)}` : undefined;
  return {
    subject: `Your ${name} order ${orderNumber(order)}`,
    preview: `${order.tools_name}, ${formatCount(order.quantity)} ${order.quantity === 1 ? 'piece' : 'pieces'}.`,
    title: byLink ? 'Your link has not been paid yet' : payable ? 'We have your order' : 'You placed an order',
    paragraphs: [
      ...(byLink
        ? ['Somebody has pressed Pay on the link of your price promise. It is your order now, and waits to be paid.']
        : []),
      payable ? whatIsHeld(order, held) : 'Here is what you ordered.',
    ],
    facts: orderPriced(order, payable ? 'Amount to pay' : 'Amount'),
    action: payable
      ? { label: 'Pay Now', url: `${origin}/dashboard/payment/${order._id}` }
      : seePurchase(order, origin),
    notes:
      payable && order.closesAt
        ? [
            `${held ? 'After that you' : 'You'} can still pay while stock is left, until ${formatLetterDay(order.closesAt)}.`,
          ]
        : [],
  };
}

/** What is kept until it is paid, and what waits, as the page to pay says it. @param until a moment: a mail may come late */
function whatIsHeld(order: MailedOrder, until: string | undefined): string {
  const waiting = waitingOf(order);
  const here = order.quantity - waiting;
  const held = until ? ` held for you until ${until}` : '';
  if (waiting === 0) return `${held && `Its pieces are${held}. `}It ships once it is paid.`;
  const later = waiting === 1 ? `it ${untilHere(1)}` : `they ${untilHere(waiting)}`;
  if (here === 0) return `All of it waits for a delivery: once paid, ${later}`;
  const are = `${formatCount(here)} ${here === 1 ? 'is' : 'are'} here${held && ` and${held}`}`;
  return `Of its ${formatCount(order.quantity)} pieces ${are}. What is here ships once all is paid. ${waitFor(waiting, 'a delivery')}: ${later}`;
}

/** "10:20 UTC". */
const timeOf = (iso: string): string => `${iso.slice(11, 16)} UTC`;

interface Sent {
  readonly carrier: Carrier | null;
  readonly tracking: string | null;
  readonly at: Date;
  /** Whether more has left since. */
  readonly followed?: boolean;
}

/** One mail for a shipment. `pieces`: how many of each order are in it. */
export function shipped(
  order: MailedOrder,
  its: Sent,
  pieces: ReadonlyMap<string, number>,
  { name, origin }: Letterhead,
): Letter {
  const lines = linesIn(order, pieces);
  const whole = hasLeft(order.lines ?? [order]) && !its.followed;
  const follows = its.followed || (order.lines ?? [order]).some(({ state }) => state === 'paid');
  const link = trackingLink(its.carrier, its.tracking);
  return {
    subject: `Your ${name} order ${orderNumber(order)} has shipped${whole ? '' : ' in part'}`,
    preview: `${lines.length === 1 ? (lines[0]?.tools_name ?? '') : `${formatCount(lines.length)} tools`}, on the way.`,
    title: whole ? 'Your order has shipped' : 'A part of your order has shipped',
    paragraphs: [`It is on its way to you.${follows ? ' The rest follows as soon as it can.' : ''}`],
    facts: sentFacts(order, its, pieces),
    action: link ? { label: 'Follow the parcel', url: link } : seePurchase(order, origin),
  };
}

const SHIP_TO: Record<ShipToChange, { readonly news: string; readonly what: string }> = {
  address: { news: 'goes to another address', what: 'where your order is sent' },
  phone: { news: 'has another phone number', what: 'the phone number of your order' },
  both: { news: 'goes to another address', what: 'where your order is sent, and its phone number' },
};

/** An address that is not confirmed may be somebody else's, and hears of no other: then `address` is empty. */
export const shipToChanged = (
  order: MailedOrder,
  changed: ShipToChange,
  { name, origin, contactEmail }: Letterhead,
): Letter => ({
  subject: `Your ${name} order ${orderNumber(order)} ${SHIP_TO[changed].news}`,
  preview: `We changed ${SHIP_TO[changed].what}.`,
  title: `Your order ${SHIP_TO[changed].news}`,
  paragraphs: [`We changed ${SHIP_TO[changed].what}.`],
  facts: [
    ...orderNamed(order),
    ...(order.address
      ? [
          { name: 'Ship to', value: addressInOneLine(order.address) },
          { name: 'Phone', value: order.phone },
        ]
      : []),
  ],
  action: seePurchase(order, origin),
  notes: [`If this is not right, write to ${contactEmail} before it leaves.`],
});

function sentFacts(order: MailedOrder, its: Sent, pieces: ReadonlyMap<string, number>): Fact[] {
  const carrier = namedCarrier(its);
  return [
    ...partNamed(order, pieces),
    ...(carrier ? [{ name: 'Carrier', value: carrier }] : []),
    ...(its.tracking ? [{ name: 'Tracking number', value: its.tracking }] : []),
    { name: 'Shipped on', value: formatLetterDay(its.at.toISOString()) },
  ];
}

/** What somebody was mailed of a shipment, null for none. */
export type Told = Pick<Sent, 'carrier' | 'tracking'>;

/** To somebody who was told another number or carrier. */
export function trackingCorrected(
  order: MailedOrder,
  its: Sent & { readonly told: Told },
  pieces: ReadonlyMap<string, number>,
  { name, origin }: Letterhead,
): Letter {
  const link = trackingLink(its.carrier, its.tracking);
  const { what, preview, title, news } =
    its.told.tracking === its.tracking ? otherCarrier(its, its.told) : otherNumber(its);
  return {
    subject: `Your ${name} order ${orderNumber(order)}: ${what}`,
    ...{ preview, title },
    paragraphs: [`${news} Everything else stays as it was.`],
    facts: sentFacts(order, its, pieces),
    action: link ? { label: 'Follow the parcel', url: link } : seePurchase(order, origin),
  };
}

function otherNumber({ tracking, told }: Pick<Sent, 'tracking'> & { readonly told: Told }) {
  const preview = tracking ? `It is ${tracking}.` : 'It has none.';
  if (told.tracking === null)
    return {
      ...{ what: 'your tracking number', preview, title: 'Your tracking number' },
      news: 'What we sent you has a tracking number now.',
    };
  return {
    ...{ what: 'another tracking number', preview, title: 'The tracking number has changed' },
    news: `The tracking number that we sent you before was wrong. ${tracking ? 'This is the right one.' : 'This shipment has none.'}`,
  };
}

/** The number was right, and led nowhere, or to another carrier. */
function otherCarrier({ carrier }: Sent, told: Told) {
  const [was, is] = [namedCarrier(told), namedCarrier({ carrier })];
  const news = was ? `The carrier that we sent you before was wrong${is ? `: it is ${is}` : ''}.` : `It is with ${is}.`;
  return {
    what: is ? `the carrier is ${is}` : 'another carrier',
    preview: 'The tracking number is the same.',
    title: is ? `Your carrier is ${is}` : 'The carrier has changed',
    news: `${news} The tracking number is the same.`,
  };
}

const namedCarrier = ({ carrier }: Pick<Sent, 'carrier'>): string | undefined =>
  carrier && carrier !== 'Other' ? carrier : undefined;

/** To somebody who was told that these pieces had left. */
export const shippingUndone = (
  order: MailedOrder,
  pieces: ReadonlyMap<string, number>,
  { name, origin }: Letterhead,
): Letter => ({
  subject: `Your ${name} order ${orderNumber(order)} has not shipped after all`,
  preview: 'We told you too early. It is still with us.',
  title: 'These pieces have not left after all',
  paragraphs: [
    'We told you that they were on their way. That was too early: they are still with us. You get another mail once they leave.',
  ],
  facts: partNamed(order, pieces),
  action: seePurchase(order, origin),
});

export const orderCancelled = (order: MailedOrder, { name, origin }: Letterhead): Letter => ({
  subject: `Your ${name} order ${orderNumber(order)} was cancelled`,
  preview: 'Nothing was charged for it.',
  title: 'Your order was cancelled',
  paragraphs: ['It was cancelled before it was paid. Nothing was charged, and its pieces are free again.'],
  facts: orderPriced(order, 'Not charged'),
  action: order.number
    ? { label: 'Order again', url: `${seePurchase(order, origin).url}/again` }
    : seePurchase(order, origin),
  notes: [`An order is cancelled by you, by the shop, or after ${UNPAID_DAYS} days without a payment.`],
});

/** `dropped`: what was taken out of an order at once. `left`: that order as it is now. */
export function linesDropped(
  dropped: MailedOrder,
  left: MailedOrder | undefined,
  { name, origin }: Letterhead,
): Letter {
  const [what, they, them, its] = dropped.lines
    ? [`${formatCount(dropped.lines.length)} tools were`, 'They were', 'them', 'their']
    : ['A tool was', 'It was', 'it', 'its'];
  const payable = left && waitsForPayment(left.state) ? formatDollars(left.amount) : undefined;
  return {
    subject: `${what} taken out of your ${name} order`,
    preview: `${dropped.tools_name}. Nothing was charged for ${them}.`,
    title: `${what} taken out of your order`,
    paragraphs: [
      `${they} taken out before the payment. Nothing was charged for ${them}, and ${its} pieces are free again.`,
    ],
    facts: [
      ...orderPriced(dropped, 'Not charged'),
      ...(payable ? [{ name: 'New amount to pay', value: payable, total: true as const }] : []),
    ],
    action: seePurchase(dropped, origin),
  };
}

/** To somebody who asked to be told once. What was asked for has ended with this mail. */
export const piecesHere = (tool: { id: string; name: string }, pieces: number, { origin }: Letterhead): Letter => ({
  subject: `${formatCount(pieces)} × ${tool.name} ${pieces === 1 ? 'is' : 'are'} here`,
  preview: 'You asked us to tell you.',
  title: `${formatCount(pieces)} ${pieces === 1 ? 'piece is' : 'pieces are'} here`,
  paragraphs: ['You asked us to tell you. They can be ordered now; none are held for you until you order.'],
  facts: [
    { name: 'Tool', value: tool.name },
    { name: 'Pieces', value: formatCount(pieces) },
  ],
  action: { label: `Order ${formatCount(pieces)}`, url: `${origin}/purchase/${tool.id}?quantity=${pieces}` },
  notes: ['This is the only mail about it: ask again on the page of the tool to hear of it once more.'],
});

/** Of a paid order, once for each time that pieces were put aside for it. */
export const piecesArrived = (
  order: MailedOrder,
  pieces: ReadonlyMap<string, number>,
  { name, origin }: Letterhead,
): Letter => ({
  subject: `Your ${name} order ${orderNumber(order)}: what you wait for has arrived`,
  preview: 'It is put aside for you.',
  title: 'Pieces have arrived for you',
  paragraphs: ['They waited for a delivery, and are put aside for you now. You get another mail once they leave.'],
  facts: partNamed(order, pieces),
  action: seePurchase(order, origin),
});

/** To whoever has pieces that wait. `promised`: the day of each order until now. */
export function deliveryMoved(
  tool: { name: string },
  waiting: readonly Order[],
  promised: Readonly<Record<string, string>>,
  { origin }: Letterhead,
): Letter {
  const [first] = waiting;
  const day = first?.waiting?.date ?? '';
  const when = waiting.some(({ _id }) => (promised[_id] ?? day) < day) ? 'later' : 'sooner';
  const pieces = waiting.reduce((sum, order) => sum + (order.waiting?.pieces ?? 0), 0);
  const unpaid = waiting.filter(isPayable);
  const asked = waiting.filter((order) => order.waiting?.answer_by);
  const [until] = asked.map((order) => order.waiting?.answer_by ?? '').toSorted();
  const about = until ? asked : waiting;
  const isOne = new Set(about.map(({ number }) => number)).size === 1;
  return {
    subject: `${tool.name}: what you wait for comes ${when}, on ${formatLetterDay(day)}${until ? '. Do you keep waiting?' : ''}`,
    preview: `${formatCount(pieces)} ${pieces === 1 ? 'piece waits' : 'pieces wait'} for the delivery.`,
    title: `The delivery comes ${when}`,
    paragraphs: [
      `It is now expected on ${formatLetterDay(day)}. ${unpaid.length === waiting.length ? 'Once it is paid, what waits for it ships after that day.' : 'What waits for it keeps its place and ships after that day.'}`,
      ...(until
        ? [
            `Please say by ${formatLetterDay(until)}, on the page of your purchase, that you keep waiting. Without your yes we cancel what waits of it then, and what was paid for it goes back the way it was paid.`,
          ]
        : []),
      ...(unpaid.length < waiting.length
        ? [
            'If that does not suit you, cancel what waits on the page of your purchase, until it is here: what was paid for it goes back the way it was paid.',
          ]
        : []),
      ...(unpaid.length === waiting.length
        ? ['If that does not suit you, cancel the tool on the page of your purchase. Nothing was charged for it.']
        : []),
      ...(unpaid.length > 0 && unpaid.length < waiting.length
        ? ['What you have not paid yet you can cancel there as well. Nothing was charged for it.']
        : []),
    ],
    facts: [
      { name: 'Tool', value: tool.name },
      ...waiting.map((order) => ({
        name: `Purchase ${order.number}`,
        value: `${formatCount(order.waiting?.pieces ?? 0)} ${order.waiting?.pieces === 1 ? 'waits' : 'wait'}, until now for ${formatLetterDay(promised[order._id] ?? day)}${order.waiting?.answer_by ? `. Your yes is needed by ${formatLetterDay(order.waiting.answer_by)}` : ''}`,
      })),
    ],
    action:
      isOne && about[0]
        ? seePurchase(about[0], origin)
        : { label: 'See My Orders', url: `${origin}/dashboard/myorders` },
  };
}

interface LowTool {
  readonly id: string;
  readonly name: string;
  readonly available: number;
  readonly minQuantity: number;
}

/** The next delivery of a tool, where some of it can still be ordered ahead. */
type Coming = { readonly date: string; readonly left: number } | undefined;

function stillOrdered({ available, minQuantity }: LowTool, coming: Coming): string {
  if (!coming || available + coming.left < minQuantity) return ', so nobody can order it now';
  const pieces = `${formatCount(coming.left)} ${coming.left === 1 ? 'piece' : 'pieces'}`;
  return `. ${pieces} can still be ordered ahead of the delivery on ${formatLetterDay(coming.date)}`;
}

export const stockNews = (tool: LowTool, coming: Coming, { origin }: Letterhead): Letter => ({
  subject: tool.available === 0 ? `Out of stock: ${tool.name}` : `Low stock: ${tool.name}`,
  preview: `${formatCount(tool.available)} left, and ${formatCount(tool.minQuantity)} ${tool.minQuantity === 1 ? 'is' : 'are'} the least that may be ordered.`,
  title: tool.available === 0 ? 'A tool is out of stock' : 'A tool is low on stock',
  paragraphs: [
    `Fewer pieces are left than the least that may be ordered${stillOrdered(tool, coming)}. Pieces that are held for unpaid orders may come back.`,
  ],
  facts: [
    { name: 'Tool', value: tool.name },
    { name: 'Available', value: formatCount(tool.available) },
    { name: 'Minimum order', value: formatCount(tool.minQuantity) },
  ],
  action: { label: 'Restock it', url: `${origin}/dashboard/manageTools/${tool.id}/stock` },
  notes: ['You can change what you are mailed about: My Profile, "Mail me about".'],
});
