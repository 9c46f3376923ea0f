import { expect, test } from 'vitest';
import { failure, success } from '#model/kernel/outcome.ts';
import type { Confirmation } from './gateway.ts';
import { type PaySteps, pay } from './pay.ts';

const problem = (code: string, status = 409, figures = {}) => failure({ status, code, figures });

test('a confirmed and recorded payment is paid', async () => {
  const { steps, calls } = stepsWith({});
  expect(await pay(steps)).toEqual({ kind: 'paid' });
  expect(calls).toEqual(['begin', 'charging pi_1', 'confirm pi_1_secret_2', 'record pi_1']);
});

test.each([
  ['the shop does not know yet', success({ paid: false, payable: false })],
  ['the shop cannot be reached', problem('unreachable', 0)],
  ['the shop fails', problem('unexpected_answer', 500)],
  ['the shop refuses', problem('not_payable')],
])('after the charge there is no way back to the Pay button: %s', async (_, recorded) => {
  const { steps } = stepsWith({ recorded });
  expect(await pay(steps)).toEqual({ kind: 'checking', transactionId: 'pi_1' });
});

test('a payment that the provider still works on is recorded and then checked', async () => {
  const { steps, calls } = stepsWith({
    confirmation: { status: 'processing', transactionId: 'pi_1' },
    recorded: success({ paid: false, payable: false }),
  });
  expect(await pay(steps)).toEqual({ kind: 'checking', transactionId: 'pi_1' });
  expect(calls.at(-1)).toBe('record pi_1');
});

test('pieces that are gone are named by their lines', async () => {
  const figures = { quantity: 96, available: 60, restockAt: '2026-12-03' };
  const lines = [{ line: 2, code: 'pieces_gone', figures, detail: 'Only 60 of 96 left.' }];
  const { steps, calls } = stepsWith({ begun: failure({ status: 409, code: 'out_of_stock', lines }) });
  expect(await pay(steps)).toEqual({ kind: 'short', lines: [{ line: 2, ...figures }] });
  expect(calls).toEqual(['begin']);
});

test('a decline is told in the words of the provider, and nothing is recorded', async () => {
  const { steps, calls } = stepsWith({ confirmation: { status: 'failed', message: 'Your card was declined.' } });
  expect(await pay(steps)).toEqual({ kind: 'declined', message: 'Your card was declined.' });
  expect(calls).not.toContain('record pi_1');
});

test('a payment that the shop has closed meanwhile is told as that: why is for the shop to say', async () => {
  const { steps, calls } = stepsWith({ confirmation: { status: 'closed' } });
  expect(await pay(steps)).toEqual({ kind: 'closed' });
  expect(calls).not.toContain('record pi_1');
});

test.each([
  ['already_paid', { kind: 'paid', before: true }],
  ['in_progress', { kind: 'checking' }],
  [
    'price_changed',
    {
      kind: 'stale',
      message: 'No unpaid order of yours has this price. Open My Orders and pay from there. Nothing was charged.',
    },
  ],
  [
    'hold_ending',
    {
      kind: 'stale',
      message: 'Its last payment is still being closed. Nothing was charged. Pay again in a minute.',
    },
  ],
  [
    'hold_over',
    {
      kind: 'stale',
      message:
        'Its pieces were held as often as they are before an email is confirmed. Nothing was charged. Confirm your email and pay then, or cancel this order and order again.',
    },
  ],
  ['not_payable', { kind: 'stale', message: 'This order can no longer be paid. Nothing was charged.' }],
  ['order_not_found', { kind: 'stale', message: 'There is no such order among yours. Nothing was charged.' }],
  [
    'provider_unavailable',
    {
      kind: 'declined',
      message: 'The card payment provider does not answer. Nothing was charged; try again in a moment.',
    },
  ],
  [
    'unreachable',
    {
      kind: 'declined',
      message: 'There is no connection to the shop. Nothing was charged. Check your connection and try again.',
    },
  ],
])('when the shop answers %s, the card is not touched', async (code, end) => {
  const { steps, calls } = stepsWith({ begun: problem(code) });
  expect(await pay(steps)).toEqual(end);
  expect(calls).toEqual(['begin']);
});

test('of a payment that is being processed the shop names the id, which is asked about from then on', async () => {
  const begun = problem('in_progress', 409, { transactionId: 'pi_2' });
  expect(await pay(stepsWith({ begun }).steps)).toEqual({ kind: 'checking', transactionId: 'pi_2' });
});

interface Answers {
  begun?: Awaited<ReturnType<PaySteps['begin']>>;
  confirmation?: Confirmation;
  recorded?: Awaited<ReturnType<PaySteps['record']>>;
}

function stepsWith({
  begun = success({ clientSecret: 'pi_1_secret_2' }),
  confirmation = { status: 'succeeded', transactionId: 'pi_1' },
  recorded = success({ paid: true, payable: false }),
}: Answers) {
  const calls: string[] = [];
  const steps: PaySteps = {
    begin: async () => {
      calls.push('begin');
      return begun;
    },
    confirm: async (secret) => {
      calls.push(`confirm ${secret}`);
      return confirmation;
    },
    record: async (id) => {
      calls.push(`record ${id}`);
      return recorded;
    },
    onCharging: (id) => calls.push(`charging ${id}`),
  };
  return { steps, calls };
}
