import type { FailureCode } from '#contract/kernel/failure-code.ts';
import { ANY_CALL, anyCallText, type ShownFailure } from './any-call.ts';
import { formatCount, formatDollars, formatRange, many } from './format.ts';
import { formatDeliveryDay } from './format-time.ts';
import { packSentence } from './ladder.ts';
import { type Meanwhile, meanwhileText, momentOf } from './meanwhile.ts';
import { minutes, tooManyText } from './too-many.ts';

type FailureTexts = Readonly<Record<string, string | ((figures: never) => string)>>;

const NOT_SIGNED_IN = 'You are not signed in, or your session has ended. Sign in and try again.';
const noFile = ({ field }: { field: string }): string => `Send one file as the field "${field}" of a multipart form.`;
const FILE_BROKEN = 'The file did not arrive whole. Send it again.';

const NOT_CHANGEABLE = {
  ended: 'This purchase can no longer be changed. Order what is missing as another one.',
  promise: 'Its prices were promised for these quantities. Order what is missing as another purchase.',
  lines: 'A purchase has 200 tools at most. Order the others as another one.',
};

const TEXTS = {
  ...ANY_CALL,
  unknown_host:
    'The shop does not answer under this name. If it should, its owner sets PUBLIC_ORIGIN to the address that people use.',

  // Sent by no page of the shop, but by other programs.
  invalid_request: 'The request was refused.',
  invalid_json: 'The body is not valid JSON. Send a JSON object.',
  json_expected: 'Send the body as application/json, without a Content-Encoding.',
  body_too_large: 'The body is too large. A call of the shop takes 64 kB at most.',
  body_incomplete: ({ of }: { of?: 'file' } = {}) =>
    of === 'file' ? FILE_BROKEN : 'The body ended too early. Send all of it.',
  body_in_pieces: ({ of }: { of?: 'file' } = {}) =>
    of === 'file' ? FILE_BROKEN : 'The body comes in too many small pieces. Send it whole.',
  unknown_endpoint: 'There is no such call. The calls of this shop are listed at /docs.',
  foreign_origin: ({ origin }: { origin?: string } = {}) =>
    `This call is only answered to the shop's own pages.${origin ? ` Open the shop at ${origin}.` : ''}`,
  bad_signature: 'The signature does not fit the body.',
  idempotency_key_reused: ({ of, ended }: { of?: 'order' | 'form' | 'list' | 'tool'; ended?: boolean } = {}) => {
    if (ended)
      return of === 'order'
        ? 'The order of this Idempotency-Key was cancelled or refunded. Send a new key with a new order.'
        : `You ordered this before, and it was cancelled or refunded: see My Orders. Press ${of === 'list' ? 'Order' : 'Purchase'} again to order it once more.`;
    if (of === 'form')
      return 'This tool was ordered just now, as you sent it before: see My Orders. Press Purchase again to order it once more.';
    if (of === 'list')
      return 'This list was ordered just now, perhaps in another tab: see My Orders. Press Order again to order it once more.';
    if (of === 'tool')
      return 'The tool was added as you sent it before: see Manage Tools, and change it there. Press Add tool again to add one more.';
    return of === 'order'
      ? 'This Idempotency-Key was used for another order. Send a new key with a new order.'
      : 'This Idempotency-Key was used for something else. Send a new one.';
  },
  busy: ({ of }: { of?: 'orders' } = {}) => {
    if (of === 'orders')
      return 'Other orders came before this one each time it was tried. Nothing was ordered. Try again in a few seconds.';
    return ANY_CALL.busy;
  },

  session_unknown: 'The shop cannot be reached, so it does not know who you are. Check your connection and try again.',
  admins_page: 'This page is for admins.',
  signed_out: NOT_SIGNED_IN,
  session_missing: NOT_SIGNED_IN,
  session_too_old: 'New admins can be made within 12 hours of a sign-in. Log in again and try again.',
  not_yours: 'You may only do this for yourself.',
  admin_only: 'Only admins may do this.',
  customer_only: 'Only customers may do this.',
  admin_cannot_order: 'You can not make Order because you are Admin!',
  person_not_found: 'There is nobody with this email in the shop.',

  wrong_credentials: 'The email or the password is not right. Check both and try again.',
  wrong_password: 'This is not your password.',
  no_password:
    'Your account has no password: you log in with Google. To set one, log out and use Forgot password on the login page. That disconnects Google.',
  demo_account: 'Everybody uses the demonstration accounts, so their passwords and rights stay as they are.',
  weak_password: (weak: { why: 'short'; shortest: number } | { why: 'names' | 'common' }) => {
    if (weak.why === 'short') return `Password must be ${weak.shortest} Character or longer`;
    return weak.why === 'names'
      ? 'This password is little more than names that others know. Choose another one.'
      : 'This password is one of those that are guessed first. Choose another one.';
  },
  email_taken: 'There is already an account with this email. Log in instead.',
  reset_link_ended: ({ minutes: most }: { minutes: number }) =>
    `This link has been used, or it is older than ${most} minutes. Ask for a new one.`,
  confirmation_ended: ({ hours }: { hours: number }) => `This link has been used, or it is older than ${hours} hours.`,
  sign_up_password: 'Enter the password that you signed up with.',
  mail_unavailable: ({ of }: { of: 'reset' | 'account' | 'confirmation' | 'watch' }) => {
    if (of === 'watch') return 'This shop cannot send mail at the moment. Write to us instead.';
    if (of === 'account')
      return 'This shop cannot send mail at the moment, so no account can be opened. Write to us instead.';
    if (of === 'confirmation') return 'This shop cannot send mail at the moment. Try again later, or write to us.';
    return 'This shop cannot send mail at the moment, so there is no reset link. Write to us instead.';
  },
  too_many_attempts: tooManyText,

  tool_not_found: ({ by, at }: { by?: string | null; at?: string } = {}) =>
    at
      ? `${by ?? 'Somebody'} archived this tool ${momentOf(at)}. Restore it, then save again.`
      : 'There is no such tool in the catalogue.',
  tool_conflict:
    'Somebody else changed the same field meanwhile, or one that yours does not fit. Choose which value stays.',
  change_not_found: 'This change is not in the history of the tool.',
  /** `id`: of the tool that has it. */
  item_number_taken: ({
    takenBy,
    archived,
  }: {
    takenBy?: string | null;
    archived?: boolean;
    id?: string | null;
  } = {}) =>
    takenBy
      ? `Taken by ${takenBy}${archived ? ' (archived)' : ''}.`
      : 'Another tool, on sale or archived, has this item number.',
  stock_limit: ({ available, pieces, most, held }: StockLimit) => {
    if (held !== undefined)
      return `Orders hold ${formatCount(held)} of these pieces. Enter ${formatCount(held)} or more.`;
    if (pieces < 0 && available === 0) return 'None of its pieces is available, so none can be taken out.';
    return pieces < 0
      ? `Only ${formatCount(available)} ${available === 1 ? 'is' : 'are'} available. Enter −${formatCount(available)} or more.`
      : `The shop counts up to ${formatCount(most)} pieces of a tool. ${most > available ? `Add ${formatCount(most - available)} at most` : 'It has that many already'}.`;
  },
  stock_moved: (now: StockMoved) =>
    'shelf' in now
      ? `${formatCount(now.shown)} ${now.shown === 1 ? 'was' : 'were'} shown, and ${formatCount(now.shelf)} ${now.shelf === 1 ? 'is' : 'are'} on the shelf now. Check, then count again.`
      : `${now.by ?? 'Somebody'} booked ${now.pieces > 0 ? '+' : ''}${formatCount(now.pieces)} ${momentOf(now.at)}. Check, then save again.`,
  undo_over: 'This change of the stock was undone before, or it cannot be undone.',

  picture_missing: 'The shop does not keep this picture, or keeps it no longer. Choose it again.',
  picture_not_found: 'There is no such picture.',
  picture_format: 'This is no JPG, PNG or WebP picture. Choose another file.',
  picture_too_large: ({ megapixels }: { megapixels: number }) =>
    `The picture has more than ${megapixels} megapixels. Choose a smaller one.`,
  picture_animated: 'The picture moves. Choose one that stands still.',
  picture_damaged: 'The picture is damaged and cannot be read. Choose another file.',
  multipart_expected: noFile,
  file_missing: noFile,
  one_file_only: 'Send one file only.',
  file_too_large: ({ most, megabytes }: { most: number; megabytes?: number }) =>
    megabytes
      ? `The picture has ${megabytes} MB and may have ${most} at most. Choose a smaller one.`
      : `The file may have ${most} MB at most. Choose a smaller one.`,
  too_many_uploads: ({ seconds }: { seconds?: number } = {}) =>
    seconds
      ? `You have sent too many pictures within an hour. Try again in ${seconds <= 60 ? 'a minute' : minutes(seconds)}.`
      : 'You are sending several pictures already. Wait until they have arrived.',

  order_not_found: ({ of }: { of?: 'all' } = {}) =>
    of === 'all' ? 'There is no such order.' : 'There is no such order among yours.',
  invoice_unpaid: 'The invoice is here once the purchase is paid.',
  invoice_coming: 'The invoice is being written. It is here in a moment.',
  slip_not_found: ({ part, parts }: { part: number; parts: number }) =>
    parts === 0
      ? 'Nothing of this purchase has left yet. The packing slip is here once it ships.'
      : `There is no part ${formatCount(part)}: ${many(parts, 'part')} of this purchase ${parts === 1 ? 'has' : 'have'} left.`,
  tool_gone: 'This tool is no longer in the catalogue. Choose another one.',
  price_changed: ({ price, amount }: { price?: number; amount?: number } = {}) => {
    if (price !== undefined)
      return `The price is now ${formatDollars(price)} a piece. Check the new total and order again.`;
    return amount === undefined
      ? 'No unpaid order of yours has this price. Open My Orders and pay from there.'
      : `This order costs ${formatDollars(amount)}, another amount than was shown. Nothing was charged. Check it, then pay.`;
  },
  quantity_below_minimum: ({ least }: { least: number }) =>
    `The minimum order is ${many(least, 'piece')}. Enter ${formatCount(least)} or more.`,
  not_whole_packs: ({ quantity, pack, fewer, more }: PackFigures) => {
    const nearest = [fewer, more].filter((pieces) => pieces !== null);
    return `${packSentence(quantity, pack)}${nearest.length > 0 ? ` Enter ${nearest.map(formatCount).join(' or ')}.` : ''}`;
  },
  out_of_stock: (tool?: OutOfStock) => {
    if (!tool) return 'The stock held for this order has run out in the meantime. Nothing was charged.';
    const { available, least, pack = 1, waits, most = available - (available % pack) } = tool;
    if (!waits && available === 0) return 'This tool has just sold out. Nothing was ordered.';
    const pieces = `Only ${many(available, 'piece')} ${available === 1 ? 'is' : 'are'}`;
    if (!waits && available < least)
      return `${pieces} left, and the minimum order is ${formatCount(least)}. Nothing was ordered.`;
    const here = available > 0 ? `${pieces} available` : 'None of it is available';
    const range = most < least ? 'Nothing was ordered.' : `Enter ${formatRange(least, most)}.`;
    return `${here}${waits ? waitsText(waits, tool) : ''}. ${range}`;
  },
  pieces_gone: ({ quantity, available, restockAt }: PiecesGone) =>
    (available === 0 ? 'Sold out.' : `Only ${formatCount(available)} of ${formatCount(quantity)} left.`) +
    (restockAt ? ` The others may wait for the delivery of ${formatDeliveryDay(restockAt)}.` : ''),
  tool_twice: 'This tool is in more than one line. Put its pieces into one.',
  lines_refused: ({ lines }: { lines: number }) =>
    `${many(lines, 'line')} cannot be ordered like this. Nothing was ordered.`,
  order_list_full: 'An order list has 200 tools at most. Take one out first.',
  list_not_found: 'There is no such list among yours.',
  list_name_taken: 'You have a list with this name.',
  too_many_lists: 'You have 100 lists, as many as one account may. Delete one of them first.',
  watch_unconfirmed:
    'We write about stock once your email is confirmed, or one of your orders is paid. Open the link in the mail that we sent you.',
  too_many_watches: 'You wait to hear of 100 tools, as many as one account may. Undo one of them first.',
  amount_too_large: 'One order may cost $999,999.99 at most. Order a smaller quantity.',
  too_many_unpaid: ({ unpaid, left }: { unpaid: number; left?: number }) =>
    left
      ? `You have ${many(unpaid, 'unpaid order')} and may have ${formatCount(unpaid + left)}. ` +
        `Order ${left === 1 ? '1 line' : `${formatCount(left)} lines or fewer`}` +
        `${unpaid > 0 ? ', or pay or cancel some of them first' : ''}.`
      : `You have ${many(unpaid, 'unpaid order')}. Pay or cancel one of them, then order again.`,
  too_much_unpaid: ({ held, left, least }: { held: number; left: number; least: number }) =>
    `Your unpaid orders already hold ${many(held, 'piece')} of this tool. ` +
    (left >= least
      ? `Enter ${formatCount(left)} or fewer, or pay or cancel one of them first.`
      : 'Pay or cancel one of them, then order again.'),
  unconfirmed_unpaid: ({ unpaid, most, left }: { unpaid: number; most?: number; left?: number }) =>
    most
      ? `Before its email is confirmed, an account may have ${many(most, 'unpaid line')}. ` +
        `${left ? `Order ${left === 1 ? '1' : `${formatCount(left)} or fewer`}` : 'Pay or cancel some of yours'}` +
        ', or confirm your email, then order again.'
      : `You have ${many(unpaid, 'unpaid order')}, as many as an account may have before its email is confirmed. ` +
        'Pay or cancel one of them, or confirm your email, then order again.',
  unconfirmed_network: ({ unpaid }: { unpaid: number }) =>
    'Accounts of your network whose email is not confirmed have too many unpaid orders together. ' +
    (unpaid > 0
      ? 'Pay or cancel one of yours, or confirm your email, then order again.'
      : 'Confirm your email, then order again.'),
  not_cancellable: ({ why }: { why?: 'refunded' } = {}) =>
    `This order can no longer be cancelled: ${why ? 'it was paid, and its money goes back' : 'its payment is being looked into'}.`,
  payment_closing: 'The payment that was begun is still being closed. Nothing is changed yet; try again in a moment.',
  not_changeable: ({ why }: { why: 'ended' | 'promise' | 'lines' }) => NOT_CHANGEABLE[why],
  order_not_paid: (its?: Meanwhile) =>
    its ? `${meanwhileText(its)}. Nothing was marked shipped.` : 'Only a paid order can be shipped.',
  pieces_awaited: ({ waiting }: { waiting: number }) =>
    `${many(waiting, 'piece')} must arrive first. Nothing else is left to ship.`,
  order_not_shipped: (its?: Meanwhile) =>
    its
      ? `${meanwhileText(its)}. What was marked shipped of it stays so.`
      : 'This order is not marked shipped any more. Look at it again.',
  nothing_to_ship: (its?: Meanwhile) =>
    its
      ? `${meanwhileText(its)}. Nothing is left to ship; look at the purchase again.`
      : 'All of it has left, or was given back. Look at the purchase again.',
  pieces_not_here: ({ line, left, tool = `Line ${line}`, ...its }: PiecesLeft) =>
    `${sentence(its)}${tool} has ${left === 0 ? 'no pieces' : many(left, 'piece')} left. Nothing was marked shipped; look at it again.`,
  shipped_meanwhile: ({ sent, ...its }: { sent: number } & Partial<Meanwhile>) =>
    `${whoDid(its) ?? 'Somebody else shipped it or took it back meanwhile'}: ${sent === 1 ? '1 piece has' : `${sent === 0 ? 'no' : formatCount(sent)} pieces have`} left by now. Nothing was marked shipped; look at it again.`,
  not_refundable: (its?: Meanwhile) =>
    its
      ? `${meanwhileText(its)}. Nothing was given back now.`
      : 'Money goes back for paid purchases only, and for none that is being looked into.',
  nothing_to_refund: ({ line, left, tool = `Line ${line}`, ...its }: Partial<PiecesLeft> = {}) =>
    line === undefined || left === undefined
      ? 'Nothing is left to give back: all of it has left or was given back. Say which pieces came back.'
      : `${sentence(its)}${tool} has ${left === 0 ? 'no pieces' : many(left, 'piece')} of that kind left. Nothing was given back; look at it again.`,
  refunded_meanwhile: ({ kept, was, ...its }: { kept: number; was?: number } & Partial<Meanwhile>) => {
    const nowKept = `${formatDollars(kept)} is kept by now`;
    return was !== undefined && kept > was
      ? `A refund did not go through meanwhile: ${nowKept}. Nothing was given back; look at it again.`
      : `${whoDid(its) ?? 'Somebody else gave money back meanwhile'}: ${nowKept}. Nothing was given back a second time; look at it again.`;
  },
  amount_changed: ({ amount }: { amount: number }) =>
    `It would now give back ${formatDollars(amount)}, not what was shown. Nothing was given back; check it and try again.`,
  amount_differs: ({ amount, done = 'ordered' }: { amount: number; done?: 'ordered' | 'changed' | 'promised' }) =>
    done === 'promised'
      ? `The total price is ${formatDollars(amount)} by now: a price has changed. Nothing was promised. Check it and try again.`
      : `The amount to pay is ${formatDollars(amount)} by now, not what was shown: a price has changed, or the first-order offer went to another order. Nothing was ${done}. Check it and try again.`,
  fewer_wait: ({ waiting }: { waiting: number }) =>
    waiting === 0
      ? 'None of them waits any more: they have arrived, or were given back. Nothing was cancelled.'
      : `Only ${formatCount(waiting)} of them still ${waiting === 1 ? 'waits' : 'wait'}. Nothing was cancelled; look at it again.`,
  delivery_moved: ({ charged }: { charged?: 0 } = {}) =>
    charged === 0
      ? 'A delivery that you wait for comes later than this page said. Nothing was charged. Look at the new day, then pay.'
      : 'The delivery comes on another day by now, or nothing of it waits any more. Nothing was changed; look at it again.',
  shipping_final: ({ seconds }: { seconds: number }) =>
    `The mail about the shipping is on its way: Mark shipped can be undone for ${seconds} seconds.`,
  ship_to_final: ({ why, ...its }: { why: 'paid' | 'sent' | 'ended' } & Partial<Meanwhile>) =>
    sentence(its) +
    {
      paid: 'It is paid by now, so the shop is asked to change where it goes. It was not changed.',
      sent: 'A part of it has left for the address as it is. It was not changed.',
      ended: 'This purchase has ended, so nothing of it is sent any more.',
    }[why],
  ship_to_conflict: theirsFirst,
  shipment_conflict: theirsFirst,
  shipment_not_found: (its?: Meanwhile) =>
    `${its ? meanwhileText(its) : 'This shipment was taken back meanwhile'}. Look at the purchase again.`,
  shipment_stays: ({ why, ...its }: { why: 'refunded' | 'not paid' } & Partial<Meanwhile>) =>
    sentence(its) +
    (why === 'refunded'
      ? 'Pieces of this shipment were refunded as sent, so it cannot be taken back. Nothing was changed.'
      : 'Shipments are taken back of paid purchases only, and of none that is being looked into. Nothing was changed.'),
  review_over: (its?: Meanwhile | { did: 'never' }) => {
    if (its?.did === 'never') return 'Nothing is to be decided about this order: its payment was never put aside.';
    const what = its ? meanwhileText(its) : 'It is not being looked into any more, or something new came to light';
    return `${what}. Look at it again.`;
  },
  decision_not_open: 'This cannot be decided about this order as it stands. Look at it again.',

  already_paid: 'This order is already paid.',
  /** Which payment that is, for whoever asks about it. */
  in_progress: (_its?: { transactionId: string }) => 'A payment of this order is being processed. Wait for its result.',
  hold_ending: 'Its last payment is still being closed. Nothing was charged. Pay again in a minute.',
  hold_over:
    'Its pieces were held as often as they are before an email is confirmed. Nothing was charged. Confirm your email and pay then, or cancel this order and order again.',
  not_payable: ({ charged }: { charged?: 0 } = {}) =>
    `This order can no longer be paid.${charged === 0 ? ' Nothing was charged.' : ''}`,
  not_this_payment: 'This transaction does not belong to this order.',
  below_minimum: 'PayPal is for $100 and more.',
  provider_not_offered: 'This shop takes no PayPal. Nothing was charged; pay by card.',
  provider_unavailable: 'The card payment provider does not answer. Nothing was charged; try again in a moment.',

  promise_not_found: 'There is no such price promise among yours.',
  promise_ordered: ({ number }: { number: string }) =>
    `It was ordered as ${number}. Cancel that purchase instead; the link then says so.`,
  promise_over: ({ why }: { why: 'expired' | 'withdrawn' | 'cancelled' | 'closed' | 'paid' }) => {
    if (why === 'paid') return 'This price promise is paid.';
    if (why === 'cancelled') return 'Its order was cancelled. Nothing was charged.';
    if (why === 'closed') return 'Nothing can be paid by this link any more. Nothing was charged.';
    return `This price promise ${why === 'expired' ? 'has expired' : 'was withdrawn'}. Nothing was charged.`;
  },
  promise_unpayable:
    'The customer has too many unpaid orders, or has not confirmed their email, so this one cannot be paid now. Nothing was charged; ask them to look at their orders.',
  too_many_promises: ({ most }: { most: number }) =>
    `You have ${formatCount(most)} valid price promises, as many as one account may. Withdraw one of them first.`,
  link_not_found: 'There is no such link. Check that all of its address was copied.',
  paying_elsewhere: 'Somebody is paying this right now.',

  review_not_found: 'There is no such review.',
  review_replaced: 'Its writer has replaced this review since you read it. Nothing was hidden; read the new one first.',
  no_purchase_yet:
    'Reviews are written by buyers here. You can write one as soon as an order of yours has been shipped.',
  review_hidden: 'The shop has hidden your review of today. You can write another one from tomorrow, 00:00 UTC, on.',
  too_many_reviews: ({ sent, seconds }: { sent: number; seconds: number }) =>
    `You sent ${sent} reviews today. The next one can be sent in ${many(Math.ceil(seconds / 3600), 'hour')}.`,
} satisfies Record<FailureCode | 'unreachable' | 'session_unknown' | 'admins_page', FailureTexts[string]>;

/** `tool`: its name, which is on the screen, where the number of its line is not. */
type PiecesLeft = { line: number; left: number; tool?: string } & Partial<Meanwhile>;

function theirsFirst(its?: Meanwhile): string {
  return `${its ? meanwhileText(its) : 'Somebody else changed it meanwhile'}. It was not changed again; look at theirs first.`;
}

/** Who did what, where that is known. */
const whoDid = ({ did, by = null, at }: Partial<Meanwhile>): string | undefined =>
  did && at && meanwhileText({ did, by, at });

function sentence(its: Partial<Meanwhile>): string {
  const who = whoDid(its);
  return who ? `${who}. ` : '';
}

/** `restockAt`: the day of the delivery that the others may wait for. */
type PiecesGone = { quantity: number; available: number; restockAt: string | null };

/** `waits`: why a line that may wait is refused, of which `most` can be ordered; `later` of them wait until `day`. */
type OutOfStock = {
  available: number;
  least: number;
  pack?: number;
  waits?: 'limit' | 'wait_most' | 'wait_until';
  day?: string;
  later?: number;
  most?: number;
};

function waitsText(why: NonNullable<OutOfStock['waits']>, { day = '', later = 0 }: OutOfStock): string {
  const delivery = `the delivery of ${formatDeliveryDay(day)}`;
  if (why === 'wait_until') return `, and ${delivery} comes later than you allow`;
  return `, and ${formatCount(later)} may wait for ${delivery}${why === 'wait_most' ? ' as you allow' : ''}`;
}

/** `held`: what orders hold, where fewer were counted. */
type StockLimit = { available: number; pieces: number; most: number; held?: number };

/** What is on the shelf where a count was shown something else, otherwise who booked meanwhile. */
type StockMoved = { shown: number; shelf: number } | { by: string | null; pieces: number; at: string };

/** `fewer` and `more` are the nearest quantities that can be ordered, where there are such. */
type PackFigures = { quantity: number; pack: number; fewer: number | null; more: number | null };

export type Failure<C extends FailureCode = FailureCode> = C extends FailureCode
  ? { readonly code: C } & Figures<(typeof TEXTS)[C]>
  : never;
type Figures<T> = T extends (...figures: infer F) => string
  ? F extends [infer Needed]
    ? { readonly figures: Needed }
    : { readonly figures?: F[0] }
  : unknown;

export function failureText(failure: ShownFailure): string {
  const { code, figures } = failure;
  const text = Object.hasOwn(TEXTS, code) ? (TEXTS as FailureTexts)[code] : undefined;
  try {
    if (typeof text === 'function') return text(figures as never);
  } catch {
    // Another version of the shop answered, with other figures.
  }
  return typeof text === 'string' && !(code === 'invalid_request' && failure.errors) ? text : anyCallText(failure);
}

export const fieldTexts = (failure: ShownFailure) =>
  (failure.errors ?? []).map(({ field, message }) => ({
    field,
    text: failure.code === 'invalid_request' ? message : failureText(failure),
  }));
