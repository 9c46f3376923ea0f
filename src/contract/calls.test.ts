import { expect, test } from 'vitest';
import { calls } from './calls.ts';
import type { Call } from './kernel/call.ts';

const rows = Object.values(calls) as Call[];

const SPECIFIED = [
  'GET /admin/{email}',
  'PUT /user/{email}',
  'GET /tools',
  'GET /tools/{id}',
  'DELETE /tools/{id}',
  'POST /addTool',
  'POST /orders',
  'GET /myorders/{email}',
  'DELETE /myorders/{id}',
  'GET /orders/{id}',
  'POST /create-payment-intent',
  'PATCH /paymentOrders/{id}',
  'GET /profile/{email}',
  'PUT /profile/{email}',
  'GET /review',
  'POST /addreview',
  'GET /user',
  'PUT /makeAdmin/{email}',
  'GET /manageOrder',
  'PUT /manageOrder/{id}',
  'DELETE /manageOrder/{id}',
];

const OWN = [
  'GET /adminMail/{email}',
  'PUT /adminMail/{email}',
  'GET /categories',
  'GET /tools/{id}/alternatives',
  'GET /manageOrder/{id}',
  'POST /purchases',
  'GET /purchases/{id}',
  'POST /purchases/{id}/change',
  'POST /manageOrder/{id}/decision',
  'DELETE /manageOrder/{id}/shipping',
  'PATCH /tools/{id}',
  'GET /tools/{id}/managed',
  'GET /tools/{id}/changes',
  'GET /tools/{id}/item-number',
  'PUT /tools/{id}/editing',
  'DELETE /tools/{id}/editing',
  'POST /tools/{id}/restore',
  'GET /tools/{id}/stock',
  'POST /tools/{id}/stock',
  'POST /images',
  'POST /auth/sign-up',
  'POST /auth/sign-in',
  'POST /auth/sign-out',
  'POST /auth/request-reset',
  'POST /auth/reset-password',
  'POST /auth/request-confirmation',
  'POST /auth/confirm-email',
  'POST /auth/change-password',
  'GET /auth/session',
  'GET /offer',
  'GET /orderDefaults',
  'GET /orderList',
  'PATCH /orderList',
  'GET /audit',
  'GET /addreview/{email}',
  'GET /manageReview',
  'PUT /manageReview/{id}/hidden',
  'DELETE /manageReview/{id}/hidden',
  'POST /stripe/webhook',
  'POST /paypal/webhook',
  'POST /paypal/payments',
  'POST /purchases/{id}/shipments',
  'POST /purchases/{id}/refunds',
  'POST /purchases/{id}/cancel-waiting',
];

test('the 21 calls that pages of the shop were promised are there, and only those of the shop itself beside them', () => {
  expect(SPECIFIED).toHaveLength(21);
  expect(rows.map((call) => `${call.method} ${call.path}`).toSorted()).toEqual([...SPECIFIED, ...OWN].toSorted());
});

test('these calls may be made by anyone; every other one asks who calls', () => {
  const open = rows.filter((call) => call.actor === 'anyone').map((call) => call.name);
  expect(open).toEqual([
    'signUp',
    'signIn',
    'signOut',
    'requestReset',
    'resetPassword',
    'confirmEmail',
    'getSession',
    'listTools',
    'getTool',
    'getAlternatives',
    'listCategories',
    'listReviews',
  ]);
  expect(rows.filter((call) => call.actor === 'session').map((call) => call.name)).toEqual([
    'requestConfirmation',
    'changePassword',
    'issueToken',
  ]);
  expect(rows.filter((call) => call.actor === 'admin').map((call) => call.name)).toEqual([
    'addTool',
    'editTool',
    'getManagedTool',
    'listToolChanges',
    'checkItemNumber',
    'noteEditor',
    'forgetEditor',
    'deleteTool',
    'restoreTool',
    'listStockMoves',
    'changeStock',
    'listOrders',
    'shipOrder',
    'shipPurchase',
    'undoShipping',
    'deleteOrder',
    'refundPurchase',
    'getOrderCase',
    'decideOrder',
    'listUsers',
    'makeAdmin',
    'getAdminMail',
    'chooseAdminMail',
    'readAudit',
    'listAllReviews',
    'hideReview',
    'showReview',
  ]);
});
