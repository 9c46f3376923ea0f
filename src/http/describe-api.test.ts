import { expect, test } from 'vitest';
import { documentedPaths } from '#contract/kernel/open-api.ts';
import { ownShop } from '../../tests/harness/own-shop.ts';
import { documentedCalls } from './describe-api.ts';

const shop = await ownShop();

test('/openapi.json is the document of all calls, and /docs shows every one of them to people', async () => {
  const document = await (await shop.app.request('http://shop.test/openapi.json')).json();
  expect(document.openapi).toBe('3.1.0');
  const page = await (await shop.app.request('http://shop.test/docs')).text();
  for (const [call, path] of documentedPaths(documentedCalls())) {
    expect(document.paths[path][call.method.toLowerCase()].operationId).toBe(call.name);
    expect(page).toContain(`<code>${call.method} ${call.path}</code>`);
  }
  expect(page).toContain('For whoever has the link (its token, in the body or the path).');
});

test('what is no call is a problem in JSON, not a page', async () => {
  const answer = await shop.app.request('http://shop.test/orders', { method: 'DELETE' });
  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect((await answer.json()).code).toBe('unknown_endpoint');
});
