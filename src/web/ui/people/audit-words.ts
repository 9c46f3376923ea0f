import type { AuditAction, AuditGroup } from '#model/kernel/audit.ts';
import { shortOrderId } from '#model/kernel/ids.ts';
import type { AuditEntry } from '#model/people/audit-entry.ts';
import { fieldList } from '#texts/field-list.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { DECIDED, REVIEWED } from '#texts/why-review.ts';

export const GROUP_TITLES: Record<AuditGroup, string> = {
  'sign-ins': 'Sign-ins',
  accounts: 'Accounts',
  rights: 'Roles and access',
  refusals: 'Refusals',
  tools: 'Tools and stock',
  orders: 'Orders',
  payments: 'Payments',
  reviews: 'Reviews',
  settings: 'Settings',
};

const SENTENCES: Record<AuditAction, string> = {
  'session.opened': 'Signed in',
  'session.refused': 'A sign-in failed',
  'session.closed': 'Signed out',
  'session.revoked': 'Was signed out everywhere',
  'person.signed_up': 'Opened an account',
  'person.told_profile': 'Changed the profile',
  'email.confirmed': 'Confirmed the email',
  'person.chose_mail': 'Chose what to be mailed about',
  'google.linked': 'Connected a Google account',
  'password.reset_asked': 'A link for a new password was sent',
  'password.reset': 'Chose a new password by mail',
  'password.changed': 'Changed the password',
  'password.refused': 'A change of the password failed',
  'password.removed': 'The password was removed for a Google account',
  'person.made_admin': 'Was made an admin',
  'person.demoted': 'Was made a customer',
  'person.disabled': 'The account was closed',
  'person.enabled': 'The account was opened again',
  'demo.opened': 'A demo account was opened',
  'demo.closed': 'A demo account was closed',
  'access.refused': 'Was refused',
  'tool.added': 'Added a tool',
  'tool.changed': 'Changed a tool',
  'tool.deleted': 'Archived a tool',
  'tool.restored': 'Restored a tool',
  'tool.restocked': 'Put pieces into stock',
  'tool.stock_corrected': 'Corrected the stock',
  'shop.filled': 'Filled the new shop with its starting catalogue',
  'order.placed': 'Placed an order',
  'order.hold_released': 'The stock of an unpaid order was given back',
  'order.cancelling': 'Began to cancel an order',
  'order.cancelled': 'Cancelled an order',
  'order.served': 'Pieces that an order waited for were put aside',
  'order.delivery_moved': 'Pieces that an order waits for were promised for another day',
  'order.kept_waiting': 'Agreed to a later delivery',
  'order.line_dropped': 'Took a tool out of an unpaid order',
  'order.line_added': 'Added a tool to an unpaid purchase',
  'order.quantity_changed': 'Changed the quantity of an unpaid order',
  'order.change_too_late': 'Was paid before it could be changed',
  'order.shipped': 'Marked an order shipped',
  'order.shipping_undone': 'Undid marking an order shipped',
  'order.noted': 'Wrote a note about a purchase',
  'order.ship_to_changed': 'Changed where a purchase is sent',
  'shipment.corrected': 'Corrected the tracking number of a shipment',
  'promise.made': 'Had prices held',
  'promise.withdrawn': 'Withdrew a price promise',
  'promise.link_renewed': 'Made a new link of a price promise',
  'promise.opened': 'The link of a price promise was opened',
  'order.paid': 'The payment of an order arrived',
  'order.refund_due': 'The money of an order is to go back',
  'order.refunded': 'The money of an order went back',
  'refund.decided': 'Decided to give money back',
  'payment.refunded': 'Money of a payment went back',
  'payment.refunded_elsewhere': 'Money was given back at the payment provider',
  'payment.forgotten': 'Money of an order that a restore took away goes back',
  'order.review': 'An order was put aside to be checked',
  'order.review_added': 'Another trouble with an order that is being checked',
  'order.resumed': 'Decided that a paid order goes on',
  'order.resumed_shipped': 'Decided that a shipped order stays as it is',
  'order.refund_decided': 'Decided that the money of an order goes back',
  'order.closed': 'Closed an order whose money went back elsewhere',
  'review.added': 'Wrote a review',
  'review.replaced': 'Wrote the review of that day anew',
  'review.hidden': 'Hid a review',
  'review.shown': 'Showed a hidden review again',
  'shop.configured': 'The shop started with other settings',
};

/** Without its subject. An action of a newer version keeps its code. */
export const sentenceOf = (action: string): string =>
  Object.hasOwn(SENTENCES, action) ? SENTENCES[action as AuditAction] : action;

/** An order's short id and the number of its purchase, otherwise the target's name. */
export function targetName({ thing, target }: Pick<AuditEntry, 'thing' | 'target'>): string {
  if (thing?.kind === 'order') return `Order ${shortOrderId(target)}${thing.number ? ` of ${thing.number}` : ''}`;
  if (thing) return thing.name;
  return /^[0-9a-f-]{36}$/.test(target) ? shortOrderId(target) : target;
}

type Details = AuditEntry['details'];
type Value = NonNullable<Details[string]>;

const dollars = (value: Value) => (typeof value === 'number' ? formatDollars(value) : undefined);
const inWords = (words: Record<string, string>) => (value: Value) =>
  Object.hasOwn(words, `${value}`) ? words[`${value}`] : undefined;

/** What is money, or a code that has words. A code of a newer version has none, and stays. */
const VALUES: Record<string, (value: Value, details: Details) => string | undefined> = {
  amount: dollars,
  lost: dollars,
  received: (value, { currency }) => (currency === 'usd' ? dollars(value) : undefined),
  cents: (value) => dollars(Number(value) / 100),
  why: inWords(REVIEWED),
  decision: inWords(DECIDED),
  fields: (value) => fieldList(`${value}`),
};

/** Each with its word: "pieces 5". Empty values are left out. */
export function detailsOf(details: Details): readonly { word: string; value: string }[] {
  return Object.entries(details).flatMap(([key, value]) =>
    value === null ? [] : { word: wordOf(key), value: VALUES[key]?.(value, details) ?? textOf(value) },
  );
}

const wordOf = (key: string): string =>
  key === 'cents'
    ? 'amount'
    : key
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .replaceAll('_', ' ')
        .toLowerCase();

function textOf(value: Value): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? formatCount(value) : value;
}
