import { expect, test } from 'vitest';
import { failure, success } from '#model/kernel/outcome.ts';
import type { Confirmation } from './gateway.ts';
import { type PaySteps, pay } from './pay.ts';

const problem = (code: string, status = 409) => failure({ status, code, detail: `because ${code}` });

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

test('a decline is told in the words of the provider, and nothing is recorded', async () => {
  const { steps, calls } = stepsWith({ confirmation: { status: 'failed', message: 'Your card was declined.' } });
  expect(await pay(steps)).toEqual({ kind: 'declined', message: 'Your card was declined.' });
  expect(calls).not.toContain('record pi_1');
});

test.each([
  ['already_paid', { kind: 'paid' }],
  ['in_progress', { kind: 'checking' }],
  ['price_changed', { kind: 'stale', message: 'because price_changed Nothing was charged.' }],
  ['out_of_stock', { kind: 'stale', message: 'because out_of_stock Nothing was charged.' }],
  ['hold_ending', { kind: 'stale', message: 'because hold_ending Nothing was charged.' }],
  ['hold_over', { kind: 'stale', message: 'because hold_over Nothing was charged.' }],
  ['not_payable', { kind: 'stale', message: 'because not_payable Nothing was charged.' }],
  ['order_not_found', { kind: 'stale', message: 'because order_not_found Nothing was charged.' }],
  ['provider_unavailable', { kind: 'declined', message: 'because provider_unavailable Nothing was charged.' }],
  [
    'unreachable',
    {
      kind: 'declined',
      message: 'There is no connection to the shop. Nothing was charged. Check your connection and press Pay again.',
    },
  ],
])('when the shop answers %s, the card is not touched', async (code, end) => {
  const { steps, calls } = stepsWith({ begun: problem(code) });
  expect(await pay(steps)).toEqual(end);
  expect(calls).toEqual(['begin']);
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
