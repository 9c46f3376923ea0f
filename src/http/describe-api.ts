import { Hono } from 'hono';
import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/kernel/call.ts';
import { openApi } from '#contract/kernel/open-api.ts';
import { docsPage } from './docs-page.ts';

/** The description of the calls, for programs at /openapi.json and for people at /docs. Made once, from the table. */
export function describeApi(shopName: string): Hono {
  const rows = Object.values(calls) as Call[];
  const document = openApi(rows, shopName);
  const page = docsPage(rows, document, shopName);
  const app = new Hono();
  app.get('/openapi.json', (c) => c.json(document));
  app.get('/docs', (c) => c.html(page));
  return app;
}
