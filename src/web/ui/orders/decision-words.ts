import { type Decision, type OrderCase, stateAfter } from '#model/orders/decision.ts';
import { formatDollars } from '#texts/format.ts';

type Review = NonNullable<OrderCase['review']>;

interface Words {
  readonly title: string;
  readonly hint: string;
  readonly question: string;
  readonly consequence: string;
  readonly confirm: string;
}

const MAIL = 'The customer gets a mail.';

export function wordsOf(decision: Decision, review: Review, amount: number): Words {
  const goesOn = review.shipped ? 'The order stays shipped.' : 'The order is paid and can be shipped.';
  if (decision === 'keep')
    return {
      title: review.extra ? 'The order goes on' : 'The payment stands',
      hint: review.extra ? 'The second payment is settled in another way.' : goesOn,
      question: 'Let this order go on?',
      consequence: `${goesOn} ${MAIL}`,
      confirm: 'Let it go on',
    };
  if (decision === 'close')
    return {
      title: 'The money went back in another way',
      hint: 'The bank took it back, or you sent it. The shop sends none.',
      question: 'Close this order?',
      consequence: `It counts as refunded, and the shop sends no money. ${MAIL} This cannot be undone.`,
      confirm: 'Close order',
    };
  const ends = stateAfter(decision, review) === 'refund_due';
  return {
    title: ends ? 'Give the money back' : 'Give the second payment back',
    hint: review.reason === 'dispute' ? 'Refused by the provider while the dispute is open.' : 'To where it came from.',
    question: ends ? `Give ${formatDollars(amount)} back?` : 'Give the second payment back?',
    consequence: ends
      ? 'It goes back to where it came from, and the order ends. This cannot be undone.'
      : `It goes back to where it came from. ${goesOn}`,
    confirm: 'Give it back',
  };
}
