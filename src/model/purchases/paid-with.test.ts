import { expect, test } from 'vitest';
import { isPayPal, paidFrom } from './paid-with.ts';

test('the id of a payment says with whom it was made', () => {
  expect(['5O190127TN364715T', 'pi_3MtwBwLkdIwHu7ix28a3tqPa', 'pi_1', '', null, undefined].map(isPayPal)).toEqual([
    ...[true, false, false, false, false, false],
  ]);
  expect(paidFrom('5O190127TN364715T')).toBe('PayPal account');
  expect(paidFrom(null)).toBe('card');
});
