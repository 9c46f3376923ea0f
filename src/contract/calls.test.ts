import { expect, test } from 'vitest';
import { calls } from './calls.ts';
import type { Call } from './kernel/call.ts';
import { openApi } from './kernel/open-api.ts';

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
  'GET /manageOrder/{id}',
  'POST /manageOrder/{id}/decision',
  'GET /tools/{id}/stock',
  'POST /tools/{id}/stock',
  'POST /images',
  'POST /auth/sign-up',
  'POST /auth/sign-in',
  'POST /auth/sign-out',
  'POST /auth/request-reset',
  'POST /auth/reset-password',
  'POST /auth/change-password',
  'GET /auth/session',
  'GET /audit',
  'POST /stripe/webhook',
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
    'getSession',
    'listTools',
    'getTool',
    'listReviews',
  ]);
  expect(rows.filter((call) => call.actor === 'session').map((call) => call.name)).toEqual([
    'changePassword',
    'issueToken',
  ]);
  expect(rows.filter((call) => call.actor === 'admin').map((call) => call.name)).toEqual([
    'addTool',
    'deleteTool',
    'listStockMoves',
    'changeStock',
    'listOrders',
    'shipOrder',
    'deleteOrder',
    'getOrderCase',
    'decideOrder',
    'listUsers',
    'makeAdmin',
    'readAudit',
  ]);
});

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: object;
}

test('the OpenAPI document describes every call once, with its placeholders as required parameters and with answers', () => {
  const document = openApi(rows, 'Toolyard');
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  expect(operations.map(({ operation }) => operation.operationId).toSorted()).toEqual(
    rows.map((it) => it.name).toSorted(),
  );
  for (const { path, method, operation } of operations) {
    const call = rows.find((it) => it.name === operation.operationId);
    expect(`${method.toUpperCase()} ${path}`).toBe(`${call?.method} ${call?.path}`);
    const named = (operation.parameters as Parameter[]).filter((it) => it.in === 'path');
    const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(named.map((it) => it.name)).toEqual(placeholders);
    expect(named.every((it) => it.required && 'type' in it.schema)).toBe(true);
    expect(Object.keys(operation.responses)).toContain('default');
    expect(Object.keys(operation.responses)).toContain('200');
    expect(operation.summary).not.toBe('');
    expect(operation.tags).toHaveLength(1);
  }
  const references = JSON.stringify(document).match(/"#\/[^"]+"/g) ?? [];
  expect(new Set(references)).toEqual(new Set(['"#/components/schemas/Problem"']));
});
