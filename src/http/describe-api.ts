import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/kernel/call.ts';
import { documentedPaths, type OpenApi, openApi } from '#contract/kernel/open-api.ts';
import { isCached } from './cached-address.ts';
import { exampleOf } from './example-problems.ts';

export function describeApi(shopName: string): Hono {
  const document = openApi(documentedCalls(), { shopName, problem: exampleOf, isCached });
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

const WHO: Record<Call['actor'], string> = {
  anyone: 'anyone',
  session: 'the session cookie',
  'signed-in': 'signed-in people (bearer token)',
  customer: 'customers (bearer token)',
  admin: 'admins (bearer token)',
  provider: 'the payment provider (signature)',
  link: 'whoever has the link (its token, in the body or the path)',
};

function docsPage(calls: readonly Call[], document: OpenApi, shopName: string): ReturnType<typeof html> {
  const paths = documentedPaths(calls);
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API | ${shopName}</title></head>
<body>
<main>
<h1>The calls of ${shopName}</h1>
<p>For programs: <a href="/openapi.json">/openapi.json</a>. Errors of calls are <code>application/problem+json</code> with a
<code>code</code>, a <code>detail</code> that says what to do and, for fields, <code>errors</code>.</p>
${calls.map((call) => section(call, document.paths[paths.get(call) ?? '']?.[call.method.toLowerCase()]))}
</main>
</body>
</html>`;
}

function section(call: Call, operation: OpenApi['paths'][string][string] | undefined) {
  return html`<section id="${call.name}">
<h2><code>${call.method} ${call.path}</code></h2>
<p>${operation?.summary}. For ${WHO[call.actor]}.</p>
${details('Parameters', operation?.parameters.length ? operation.parameters : undefined)}
${details('Body', operation?.requestBody)}
${details('Answers', operation?.responses)}
</section>`;
}

function details(title: string, value: unknown) {
  if (value === undefined) return raw('');
  return html`<details><summary>${title}</summary><pre>${JSON.stringify(value, null, 2)}</pre></details>`;
}
