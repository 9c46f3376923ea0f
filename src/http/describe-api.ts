import { Hono } from 'hono';
import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/kernel/call.ts';
import { openApi } from '#contract/kernel/open-api.ts';
import { docsPage } from './docs-page.ts';
import { exampleOf } from './example-problems.ts';

export function describeApi(shopName: string): Hono {
  const document = openApi(documentedCalls(), { shopName, problem: exampleOf });
  const page = docsPage(documentedCalls(), document, shopName);
  const app = new Hono();
  app.get('/openapi.json', (c) => c.json(document));
  app.get('/docs', (c) => c.html(page));
  return app;
}

export function documentedCalls(): Call[] {
  const rows = Object.values(calls) as Call[];
  const headings = [...new Set(rows.map(({ feature }) => feature))];
  const place = ({ feature }: Call) => headings.indexOf(feature);
  return rows.toSorted((a, b) => place(a) - place(b) || (a.name < b.name ? -1 : 1));
}
