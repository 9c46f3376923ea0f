import { type Cents, toCents } from '#model/kernel/money.ts';
import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';
import type { Letter, Letterhead } from '#model/mail/letter.ts';
import type { ReviewReason } from '#model/orders/order.ts';
import { isNeverPaid } from '#model/orders/order-life.ts';
import { shipDays } from '#model/orders/ship-days.ts';
import type { AdminNews } from '#model/people/admin-mail.ts';
import { paidFrom } from '#model/purchases/paid-with.ts';
import { formatCents, formatCount, formatDollars } from '#texts/format.ts';
import { formatLetterDay } from '#texts/format-time.ts';
import { shipsText } from '#texts/shipping.ts';
import { whyReview } from '#texts/why-review.ts';
import type { MailedOrder } from '../orders/mailed-order.ts';
import { orderNamed, orderNumber, orderPriced, partNamed, seePurchase } from '../orders/order-letters.ts';

interface Promised {
  /** Who paid by the link of its price promise. */
  readonly approvedBy?: string | undefined;
  /** What of the price promise was not ordered. */
  readonly left: readonly { readonly toolName: string; readonly promised: number; readonly pieces: number }[];
}

export const receipt = (order: MailedOrder, { name, origin }: Letterhead, { approvedBy, left }: Promised): Letter => ({
  subject: `Receipt for your ${name} order ${orderNumber(order)}`,
  preview: `${formatDollars(order.amount)} paid.`,
  title: 'Your order is paid',
  paragraphs: [['Thank you.', ...shipsBy(order)].join(' ')],
  facts: [
    ...orderPriced(order, 'Paid'),
    ...left.map(({ toolName, promised, pieces }) => ({
      name: 'Left out',
      value: `${formatCount(pieces)} of ${formatCount(promised)} ${toolName}`,
    })),
    ...(approvedBy ? [{ name: 'Approved by', value: approvedBy }] : []),
    ...(order.paidAt ? [{ name: 'Paid on', value: formatLetterDay(order.paidAt) }] : []),
    ...(order.transactionId ? [{ name: 'Transaction id', value: order.transactionId }] : []),
  ],
  action: seePurchase(order, origin),
  notes: order.number ? [`The invoice: ${origin}/dashboard/purchases/${order.number}/invoice`] : [],
});

/** Nothing of an order of which nothing is to leave. */
function shipsBy(order: MailedOrder): string[] {
  const lines = (order.lines ?? [order]).filter(({ state }) => state === 'paid');
  const days = shipDays(lines);
  const [first, ...others] = days;
  if (!first) return [];
  if (others.length > 0) {
    const pieces = days.reduce((sum, day) => sum + day.pieces, 0);
    return [
      `Of its ${formatCount(pieces)} pieces ${shipsText(days, formatLetterDay)}. What waits for a delivery ships once that has come.`,
    ];
  }
  return lines.every(({ waiting, quantity }) => waiting?.pieces === quantity)
    ? [`It ships once its delivery has come, by ${formatLetterDay(first.at)}.`]
    : [`It ships by ${formatLetterDay(first.at)}, ${SHOP_FACTS.shippingDays} days after the payment cleared.`];
}

export const payerReceipt = (order: MailedOrder, shop: Letterhead, left: Promised['left']): Letter =>
  toPayer(order, (its) => receipt(its, shop, { left }), `${order.name} asked for it and gets the order.`);

/** `write`: the refund as the customer is told of it. */
export const payerRefund = (order: MailedOrder, write: (order: MailedOrder) => Letter): Letter =>
  toPayer(order, write, `${order.name} asked for this order, and you paid for it by a link.`);

/** To whoever paid by a link: the purchase is somebody else's, so nothing leads to it or to its invoice. */
function toPayer(order: MailedOrder, write: (order: MailedOrder) => Letter, why: string): Letter {
  const { action: _, notes: __, ...letter } = write({ ...order, purchase: undefined });
  return { ...letter, paragraphs: [...letter.paragraphs, why] };
}

interface Returned {
  readonly amount: Cents;
  readonly intentId: string;
  /** Who paid it by a link, where the letter is not to them. */
  readonly payer: string | undefined;
}

const returnedTo = ({ intentId, payer }: Returned): string =>
  `the ${paidFrom(intentId)} ${payer ? `of ${payer}` : 'that it came from'}`;

/** How it goes back. @param what "it" or "all of it" */
const returned = (what: string, its: Returned): string =>
  `We have returned ${what} to ${returnedTo(its)}${its.payer ? ', who paid by a link. Their' : '. Your'} bank may take some days to show it.`;

export const refunded = (order: MailedOrder, its: Returned, { name, origin }: Letterhead): Letter => ({
  subject: `Refund for your ${name} order ${orderNumber(order)}`,
  preview: `${formatCents(its.amount)} goes back to ${returnedTo(its)}.`,
  title: its.payer ? 'The payment was returned' : 'Your payment was returned',
  paragraphs: [`${whyRefunded(order, its.intentId)} ${returned('all of it', its)}`],
  facts: [
    ...orderNamed(order),
    { name: 'Transaction id', value: its.intentId },
    { name: 'Returned', value: formatCents(its.amount), total: true },
  ],
  action: seePurchase(order, origin),
});

function whyRefunded(order: MailedOrder, intentId: string): string {
  if (order.reviewReason) return 'We have looked into a payment for this order.';
  return order.transactionId === intentId
    ? 'The payment for this order goes back.'
    : 'A payment for this order reached us too late, or a second time.';
}

/** `pieces`: how many of each order were given back; empty where money alone was. `last`: no more has gone back since. */
export function partRefunded(
  order: MailedOrder,
  its: Returned,
  pieces: ReadonlyMap<string, number>,
  { reason, last }: { readonly reason: string | null; readonly last: boolean },
  { name, origin }: Letterhead,
): Letter {
  const states = (order.lines ?? [order]).map(({ state }) => state);
  const stays = states.some((state) => state === 'paid' || state === 'shipped');
  const ended = last && states.every((state) => state === 'refund_due' || state === 'refunded');
  const rest = stays ? ' The rest of your order stays as it is.' : '';
  const end = ended ? ' That was the last of it: your order has ended, and nothing more of it ships.' : '';
  return {
    subject: `${formatCents(its.amount)} of your ${name} order ${orderNumber(order)} went back`,
    preview: `${formatCents(its.amount)} goes back to ${returnedTo(its)}.`,
    title: 'Money was returned',
    paragraphs: [`${returned('it', its)}${rest}${end}`],
    facts: [
      ...partNamed(order, pieces),
      ...(reason ? [{ name: 'Reason', value: reason }] : []),
      { name: 'Returned', value: formatCents(its.amount), total: true },
    ],
    action: seePurchase(order, origin),
  };
}

/**
 * @param byHand cents of its payment that went back in another way
 * @param payer who paid it by a link
 */
export const orderResumed = (order: MailedOrder, { name, origin }: Letterhead, byHand = 0, payer?: string): Letter => ({
  subject: `Your ${name} order ${orderNumber(order)} goes on`,
  preview: 'We have checked its payment.',
  title: 'Your order goes on',
  paragraphs: [
    ...(byHand > 0
      ? [
          `${formatCents(toCents(byHand))} of its payment went back to ${payer ?? 'you'} in another way than ${payer ? 'it was' : 'you'} paid.`,
        ]
      : []),
    order.shippedAt
      ? `We have checked its payment, and all is in order. It was shipped on ${formatLetterDay(order.shippedAt)}.`
      : `We have checked its payment, and all is in order.${order.shipBy ? ` It was to ship by ${formatLetterDay(order.shipBy)}; if the check took longer, it ships as soon as it can.` : ''}`,
  ],
  facts: orderNamed(order),
  action: seePurchase(order, origin),
});

/** Tells that an order has ended whose money went back by another way than the shop's, or never came. */
export const orderClosed = (order: MailedOrder, { name, origin }: Letterhead, payer?: string): Letter =>
  isNeverPaid(order) ? neverPaid(order, { name, origin }) : moneyWentBack(order, { name, origin }, payer);

const neverPaid = (order: MailedOrder, { name, origin }: Pick<Letterhead, 'name' | 'origin'>): Letter => ({
  subject: `Your ${name} order ${orderNumber(order)} is closed`,
  preview: 'Its payment failed, and nothing was charged.',
  title: 'Your order is closed',
  paragraphs: ['We have looked into its payment. It failed, nothing was charged, and the order has ended.'],
  facts: orderNamed(order),
  action: seePurchase(order, origin),
});

const moneyWentBack = (
  order: MailedOrder,
  { name, origin }: Pick<Letterhead, 'name' | 'origin'>,
  payer: string | undefined,
): Letter => ({
  subject: `Your ${name} order ${orderNumber(order)} is closed`,
  preview: `Its payment went back to ${payer ?? 'you'}.`,
  title: 'Your order is closed',
  paragraphs: [
    payer
      ? `We have looked into its payment. The money went back to ${payer}, who paid by a link, and the order has ended.`
      : 'We have looked into its payment. The money went back to you through your bank, or in the way that we agreed with you, and the order has ended.',
  ],
  facts: orderPriced(order, 'Returned'),
  action: seePurchase(order, origin),
  notes: [`If the money has not reached ${payer ? 'them' : 'you'}, answer this mail.`],
});

type OrderNews = Exclude<AdminNews, 'lowStock'>;

const WORDS: Record<OrderNews, (order: MailedOrder) => Pick<Letter, 'subject' | 'preview' | 'title' | 'paragraphs'>> = {
  paidOrder: (order) => ({
    subject: `Order ${orderNumber(order)} is paid`,
    preview: `${formatDollars(order.amount)} for ${order.tools_name}.`,
    title: 'A new order is paid',
    paragraphs: shipsBy(order),
  }),
  dispute: (order) => ({
    subject: `The payment of order ${orderNumber(order)} is disputed`,
    preview: `${formatDollars(order.amount)} may be taken back.`,
    title: 'A payment is disputed',
    paragraphs: [
      'This payment is disputed, and the money may be taken back. The order is put aside and does not ship until an admin has decided about it.',
      'Answer the dispute at the payment provider in time: without an answer it is lost.',
    ],
  }),
  refundRefused: (order) => ({
    subject: `The refund of order ${orderNumber(order)} did not go through`,
    preview: 'Its money did not reach the customer.',
    title: 'A refund did not go through',
    paragraphs: [
      'The payment provider could not give this money back, so the customer does not have it. The order is put aside until an admin has decided how the money goes back.',
    ],
  }),
};

export const orderNews = (news: OrderNews, order: MailedOrder, { origin }: Letterhead): Letter => ({
  ...WORDS[news](order),
  facts: orderPriced(order, 'Paid'),
  action: { label: 'Open the order', url: seePurchase(order, origin).url },
  notes: ['You can change what you are mailed about: My Profile, "Mail me about".'],
});

/** Of an order that was put aside for another reason than a dispute or a refund: its money may be another, or none. */
export const reviewNews = (why: ReviewReason, order: MailedOrder, shop: Letterhead, lost?: number): Letter => ({
  ...orderNews('dispute', order, shop),
  subject: `The payment of order ${orderNumber(order)} must be checked`,
  preview: 'Nothing of the order ships until an admin has decided.',
  title: 'A payment must be checked',
  paragraphs: [
    whyReview(why, order.transactionId),
    'The order is put aside, and nothing of it ships until an admin has decided about it.',
  ],
  facts: [...orderPriced(order, 'Amount'), ...lostBy(lost)],
});

/** Of a dispute whose end puts nothing aside. */
export const disputeEnded = (end: 'won' | 'lost', order: MailedOrder, shop: Letterhead, lost?: number): Letter => ({
  ...orderNews('dispute', order, shop),
  subject: `The dispute of order ${orderNumber(order)} is ${end}`,
  preview: end === 'won' ? 'The money stays with the shop.' : 'Its money had counted as given back.',
  title: `A dispute is ${end}`,
  paragraphs: [
    end === 'won'
      ? 'The money stays with the shop. If the order is still to be checked, decide that its payment stands.'
      : 'The shop had counted the money of this order as given back. Compare it at the payment provider: it may have gone back twice.',
  ],
  facts: [...orderPriced(order, 'Amount'), ...lostBy(lost)],
});

const lostBy = (lost: number | undefined) =>
  lost === undefined ? [] : [{ name: 'Lost', value: formatDollars(lost), total: true as const }];

/** `amount`, and `pieces` of each order where it is about some: of the refunds that failed, not of all the order. */
export const refundNews = (
  order: MailedOrder,
  amount: number,
  pieces: ReadonlyMap<string, number>,
  shop: Letterhead,
): Letter => ({
  ...orderNews('refundRefused', order, shop),
  preview: `${formatDollars(amount)} did not reach the customer.`,
  facts: [...partNamed(order, pieces), { name: 'Not returned', value: formatDollars(amount), total: true }],
});
