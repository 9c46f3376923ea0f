import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Context } from '#services/kernel/context.ts';
import { createLimiter, LIMITS } from './limiter.ts';
import { type Handlers, serveCalls } from './serve-calls.ts';
import { refuseUnlistedRoutes } from './unlisted-routes.ts';

const handlers = Object.fromEntries(Object.keys(calls).map((name) => [name, async () => ({ ok: true, value: {} })]));
const serve = (its: object) =>
  serveCalls(
    {} as Context,
    its as Handlers,
    'http://shop.test',
    createLimiter(LIMITS, () => false),
  );

describe('a shop does not start', () => {
  test('with a call that has no row', () => {
    expect(() => serve({ ...handlers, payOut: async () => ({ ok: true, value: {} }) })).toThrow(
      'The call payOut has no row in the table of calls',
    );
  });

  test('with a row that nobody serves', () => {
    const { listTools: _gone, ...rest } = handlers;
    expect(() => serve(rest)).toThrow('The call listTools has no handler');
  });

  test.each([
    ['post', '/payOut'],
    ['get', '/manageOrder/export'],
    ['put', '/user/:email/role'],
    ['delete', '/user/:email'],
    ['all', '/admin/*'],
  ] as const)('with a route beside the table: %s %s', (method, path) => {
    const app = serve(handlers);
    app[method](path, (c) => c.json({}));
    expect(() => refuseUnlistedRoutes(app)).toThrow(`The route ${method.toUpperCase()} ${path} has no row`);
  });

  test('but it does with the calls of the table and what is beside them', () => {
    const app = new Hono();
    app.get('/healthz', (c) => c.json({}));
    app.route('/', serve(handlers));
    expect(() => refuseUnlistedRoutes(app)).not.toThrow();
    // What is called by the token of a link has its headers put on by a route of the same name.
    const routes = new Set(app.routes.map(({ method, path }) => `${method} ${path}`));
    expect(routes.size).toBe(Object.keys(calls).length + 1);
  });
});
