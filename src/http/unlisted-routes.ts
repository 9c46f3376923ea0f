import type { Hono } from 'hono';
import { calls } from '#contract/calls.ts';
import { GOOGLE } from '#model/identity/google.ts';
import { POLICY_REPORTS } from './security-headers.ts';

/** Public routes beside the calls; only those of Google change anything, a sign-in attempt. */
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
  'ALL /*',
]);

/** @throws Error for a route whose access is not declared, here or in the table of calls */
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
