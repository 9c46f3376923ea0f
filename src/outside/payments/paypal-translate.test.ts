import { expect, test } from 'vitest';
import { EVENTS } from '#model/payments/provider.ts';
import { toEvent } from './paypal-translate.ts';

const about = (event_type: string, resource: object) => toEvent({ id: 'WH-1', event_type, resource }, false);

test.each([
  ['RESOLVED_SELLER_FAVOUR', true],
  ['RESOLVED_WITH_PAYOUT', true],
  ['CANCELED_BY_BUYER', true],
  ['DENIED', true],
  ['RESOLVED_BUYER_FAVOUR', false],
  ['ACCEPTED', false],
  ['SOMETHING_NEW', false],
  [undefined, false],
])('a dispute that ended as %s is won: %s', (outcome_code, won) => {
  const disputed_transactions = [{ seller_transaction_id: 'CAPTURE1' }];
  const end = { disputed_transactions, dispute_outcome: { ...(outcome_code && { outcome_code }) } };
  const its = { type: EVENTS.disputeEnded, paymentId: null, captureId: 'CAPTURE1' };
  expect(about('CUSTOMER.DISPUTE.RESOLVED', end)).toMatchObject({ ...its, dispute: { won } });
});

test('it says how much was lost, in dollars only', () => {
  const lost = (amount_refunded?: object) =>
    about('CUSTOMER.DISPUTE.RESOLVED', {
      ...{ dispute_id: 'PP-D-1', dispute_outcome: { outcome_code: 'ACCEPTED', amount_refunded } },
    })?.dispute;
  expect(lost({ currency_code: 'USD', value: '19.99' })).toEqual({ id: 'PP-D-1', won: false, amount: 1_999 });
  for (const amount of [{ currency_code: 'EUR', value: '19.99' }, { currency_code: 'USD', value: '19.999' }, undefined])
    expect(lost(amount)).toEqual({ id: 'PP-D-1', won: false });
  expect(about('CUSTOMER.DISPUTE.RESOLVED', {})?.dispute).toEqual({ won: false });
  expect(about('CUSTOMER.DISPUTE.CREATED', {})).not.toHaveProperty('dispute');
});
