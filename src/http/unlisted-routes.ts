import type { Hono } from 'hono';
import { calls } from '#contract/calls.ts';
import { GOOGLE } from '#model/identity/google.ts';
import { POLICY_REPORTS } from './security-headers.ts';

/** What the shop answers beside its calls: to anybody, and without changing anything but a sign-in under way. */
const BESIDE_CALLS: ReadonlySet<string> = new Set([
  'GET /healthz',
  'GET /readyz',
  'GET /images/:key/:file',
  'ALL /images/:rest{.*}',
  'GET /openapi.json',
  'GET /docs',
  `POST ${POLICY_REPORTS}`,
  `GET ${GOOGLE.start}`,
  `GET ${GOOGLE.callback}`,
  // What is done around every answer.
  'ALL /*',
]);

/**
 * Stops the start when something is served that nobody has said who may use.
 * @throws an error that names the route
 */
export function refuseUnlistedRoutes(app: Hono): void {
  const listed = new Set(
    Object.values(calls).map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  for (const { method, path } of app.routes) {
    const route = `${method} ${path}`;
    if (!listed.has(route) && !BESIDE_CALLS.has(route))
      throw new Error(`The route ${route} has no row in the table of calls`);
  }
}
