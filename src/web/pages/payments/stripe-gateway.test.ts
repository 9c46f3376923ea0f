import type { ConfirmCardPaymentData, PaymentIntentResult } from '@stripe/stripe-js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { confirmCard, confirmWith, followTheme } from './stripe-gateway.tsx';

// The provider's script runs in a browser only; these are the answers that its documentation names.
const SECRET = 'pi_1_secret_2';
const intent = (status: string, rest: object = {}) =>
  ({ paymentIntent: { id: 'pi_1', status, ...rest } }) as PaymentIntentResult;
const error = (type: string, rest: object = {}) =>
  ({ error: { type, message: 'Your card was declined.', ...rest } }) as PaymentIntentResult;

const FAILED = { status: 'failed', message: 'Your card was declined.' };
const NOT_TAKEN = { status: 'failed', message: expect.stringMatching(/provider did not take .* Nothing was charged/) };
const NOT_APPROVED = {
  status: 'failed',
  message: expect.stringMatching(/^Your bank did not approve .* another card\.$/),
};
const CHALLENGE = { code: 'payment_intent_authentication_failure', message: 'You can provide payment_method_data.' };
const SUCCEEDED = { status: 'succeeded', transactionId: 'pi_1' };
const PROCESSING = { status: 'processing', transactionId: 'pi_1' };

test.each([
  ['success', intent('succeeded'), SUCCEEDED],
  ['processing', intent('processing'), PROCESSING],
  ['a decline', error('card_error', { payment_intent: { status: 'requires_payment_method' } }), FAILED],
  ['an incomplete card', error('validation_error'), FAILED],
  ['a failed 3-D Secure', error('invalid_request_error', CHALLENGE), NOT_APPROVED],
  ['no such payment', error('invalid_request_error', { message: "No such payment_intent: 'pi_1'" }), NOT_TAKEN],
  ['too many calls', error('rate_limit_error'), NOT_TAKEN],
  ['a wrong key', error('authentication_error'), NOT_TAKEN],
  ['closed before', error('invalid_request_error', { payment_intent: { status: 'canceled' } }), { status: 'closed' }],
  ['paid before', error('invalid_request_error', { payment_intent: { status: 'succeeded' } }), SUCCEEDED],
])('%s', async (_, answer, expected) => {
  const never = async (): Promise<PaymentIntentResult> => {
    throw new Error('was asked although the answer was clear');
  };
  expect(await confirmWith({ retrievePaymentIntent: never }, async () => answer)(SECRET)).toEqual(expected);
});

test.each([
  ['it was charged', intent('succeeded'), SUCCEEDED],
  [
    'it was declined',
    intent('requires_payment_method', { last_payment_error: { type: 'card_error', message: FAILED.message } }),
    FAILED,
  ],
  [
    'its bank said no',
    intent('requires_payment_method', { last_payment_error: { type: 'invalid_request_error', ...CHALLENGE } }),
    NOT_APPROVED,
  ],
  ['nothing is known of it', intent('requires_payment_method', { last_payment_error: null }), PROCESSING],
  ['no answer again', error('api_connection_error'), PROCESSING],
])('after a lost answer the provider is asked: %s', async (_, found, expected) => {
  const confirm = confirmWith({ retrievePaymentIntent: async () => found }, async () => error('api_connection_error'));
  expect(await confirm(SECRET)).toEqual(expected);
});

test('the card is sent with an address to come back to, which holds no token of a link', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('window', { location: new URL('https://shop.test/promise/token') });
  const sent: unknown[] = [];
  const stripe = {
    confirmCardPayment: async (...call: [string, ConfirmCardPaymentData?]) => {
      sent.push(...call);
      return intent('succeeded');
    },
    retrievePaymentIntent: async () => intent('succeeded'),
  };
  expect(await confirmCard(stripe, { payment_method: 'pm_1' })(SECRET)).toEqual(SUCCEEDED);
  expect(sent).toEqual([SECRET, { payment_method: 'pm_1', return_url: 'https://shop.test' }]);
});

test('the fields take on the colours of a theme that is switched to, until they are gone', () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const root = { dataset: { theme: 'light' } };
  const watched = new Map<object, () => void>();
  class Observer {
    onChange: () => void;
    constructor(onChange: () => void) {
      this.onChange = onChange;
    }
    observe(element: object, { attributeFilter }: MutationObserverInit) {
      if (attributeFilter?.includes('data-theme')) watched.set(element, this.onChange);
    }
    disconnect() {
      watched.clear();
    }
  }
  vi.stubGlobal('document', { documentElement: root });
  vi.stubGlobal('MutationObserver', Observer);
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: (name: string) => ` ${root.dataset.theme}${name}` }));
  const colours: unknown[] = [];
  const end = followTheme(({ base }) => colours.push(base?.color));
  root.dataset.theme = 'dark';
  watched.get(root)?.();
  end();
  watched.get(root)?.();
  expect(colours).toEqual(['dark--ink']);
});
