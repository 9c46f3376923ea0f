import { z } from 'zod';
import { OrderId } from '#model/kernel/ids.ts';
import { pageOf } from '#model/kernel/page.ts';
import { PurchaseNumber } from '#model/orders/order.ts';
import {
  LinkToken,
  MakePromise,
  OrderPromise,
  PROMISE_DAYS,
  PricePromise,
  PromiseNumber,
  PromiseRow,
} from '#model/orders/promise.ts';
import { Acknowledged, defineCall, hasManyLines, OnceByKey, Pdf, Updated } from '../kernel/call.ts';
import { afterNext } from '../kernel/page.ts';

const ofCustomers = { feature: 'orders', actor: 'customer', ownership: 'none' } as const;
const ofOwnPromises = { ...ofCustomers, ownership: 'own-promise' } as const;

const byNumber = z.object({ number: PromiseNumber });

const Linked = Acknowledged.extend({
  number: PromiseNumber,
  token: LinkToken.meta({ description: 'Of its link, /promise/{token}. Told here only: the shop keeps its hash' }),
});

export const makePromise = defineCall('makePromise', {
  summary: `Hold the prices of today for ${PROMISE_DAYS} days, of up to 200 lines. No stock is held. \`tools_price\` is the price of one piece at the quantity of its line`,
  ...ofCustomers,
  rate: 'write',
  isBulk: hasManyLines,
  problems: [
    'lines_refused',
    'amount_too_large',
    'amount_differs',
    'too_many_promises',
    'too_many_attempts',
    'idempotency_key_reused',
  ],
  headers: OnceByKey,
  body: MakePromise,
  response: Linked.extend({
    token: Linked.shape.token.optional().meta({
      description: 'Of its link, /promise/{token}. Told here only: absent where the same request was answered before',
    }),
  }),
});

export const listPromises = defineCall('listPromises', {
  summary: "The customer's own price promises, newest first",
  ...ofCustomers,
  rate: 'read',
  query: z.object({ after: afterNext }),
  response: z.object(pageOf(PromiseRow)),
});

export const getPromise = defineCall('getPromise', {
  summary: 'One price promise of the customer, with prices and stock of today beside',
  ...ofOwnPromises,
  rate: 'read',
  params: byNumber,
  response: PricePromise,
});

export const getPromisePdf = defineCall('getPromisePdf', {
  summary: 'One price promise of the customer as it was made, to be printed',
  ...ofOwnPromises,
  rate: 'paper',
  problems: ['too_many_attempts'],
  params: byNumber,
  pdf: true,
  response: Pdf,
});

export const withdrawPromise = defineCall('withdrawPromise', {
  summary: 'Take a price promise back: its link says so and cannot be paid',
  ...ofOwnPromises,
  rate: 'write',
  problems: ['promise_ordered'],
  params: byNumber,
  response: Updated,
});

export const renewPromiseLink = defineCall('renewPromiseLink', {
  summary: 'Make a new link of a price promise; the one before ends',
  ...ofOwnPromises,
  rate: 'write',
  problems: ['promise_over', 'too_many_attempts'],
  params: byNumber,
  response: Linked,
});

export const orderPromise = defineCall('orderPromise', {
  summary: 'Make a purchase of a price promise, once; it is paid as any other. Where one was made, answers that',
  ...ofOwnPromises,
  rate: 'write',
  // Its lines are not in the body: there may be 200.
  isBulk: () => true,
  changes: 'stock',
  problems: [
    'promise_over',
    'price_changed',
    'lines_refused',
    'too_many_unpaid',
    'unconfirmed_unpaid',
    'unconfirmed_network',
    'amount_too_large',
  ],
  params: byNumber,
  body: OrderPromise,
  response: Acknowledged.extend({ id: OrderId, number: PurchaseNumber }),
});
