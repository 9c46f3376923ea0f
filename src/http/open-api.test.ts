import { describe, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/kernel/call.ts';
import { documentedPaths, openApi } from '#contract/kernel/open-api.ts';
import { Problem } from '#contract/kernel/problem.ts';
import { problemsOf } from '#contract/kernel/problems.ts';
import { isCached } from './cached-address.ts';
import { exampleOf } from './example-problems.ts';

const rows = Object.values(calls) as Call[];
const OPTIONS = { shopName: 'Toolyard', problem: exampleOf, isCached };

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: object;
}

test('the OpenAPI document describes every call once, with its placeholders as required parameters and with answers', () => {
  const document = openApi(rows, OPTIONS);
  const paths = documentedPaths(rows);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  expect(operations.map(({ operation }) => operation.operationId).toSorted()).toEqual(
    rows.map((it) => it.name).toSorted(),
  );
  for (const { path, method, operation } of operations) {
    const call = rows.find((it) => it.name === operation.operationId) as Call;
    expect(`${method.toUpperCase()} ${path}`).toBe(`${call.method} ${paths.get(call)}`);
    const named = (operation.parameters as Parameter[]).filter((it) => it.in === 'path');
    const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(named.map((it) => it.name)).toEqual(placeholders);
    expect(named.every(({ required, schema }) => required && ('type' in schema || 'anyOf' in schema))).toBe(true);
    expect(Object.keys(operation.responses).some((status) => status.startsWith('4'))).toBe(true);
    expect(Object.keys(operation.responses)).toContain('200');
    expect(operation.summary).not.toBe('');
    expect(operation.tags).toHaveLength(1);
  }
  const references = JSON.stringify(document).match(/(?<="#\/)[^"]+(?=")/g) ?? [];
  const { components } = document as { components: { schemas: object; examples: object } };
  expect(new Set(references)).toEqual(
    new Set(
      (['schemas', 'examples'] as const).flatMap((kind) =>
        Object.keys(components[kind]).map((name) => `components/${kind}/${name}`),
      ),
    ),
  );
});

/** What linters of OpenAPI ask of a document beyond its form; Redocly's recommended rules, as far as they can fail here. */
describe('the OpenAPI document', () => {
  const document = openApi(rows, OPTIONS);
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

  test('names its server, its licence and what each group of calls is about', () => {
    expect(document).toMatchObject({
      info: { title: 'Toolyard', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: '/' }],
    });
    const tags = document.tags as { name: string; description: string }[];
    expect(new Set(operations.flatMap((operation) => operation.tags))).toEqual(new Set(tags.map(({ name }) => name)));
    expect(tags.every(({ description }) => description.length > 0)).toBe(true);
  });

  test('has no two paths that mean the same', () => {
    const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
    expect(shapes).toEqual([...new Set(shapes)]);
    expect(Object.keys(document.paths['/myorders/{emailOrId}'] ?? {})).toEqual(['get', 'delete']);
    const names = [...documentedPaths(rows)].filter(([call, path]) => call.path !== path);
    expect(names.map(([{ name }]) => name)).toEqual(['listMyOrders', 'cancelOrder']);
  });

  test('says of every operation who may call it, by schemes that it has', () => {
    const { securitySchemes } = document.components as { securitySchemes: object };
    for (const { operationId, security } of operations)
      expect([operationId, security.flatMap((it) => Object.keys(it))]).toEqual([
        operationId,
        expect.arrayContaining(
          security.length === 0 ? [] : [expect.toSatisfy((name: string) => Object.hasOwn(securitySchemes, name))],
        ),
      ]);
  });

  test('says which headers come beside an answer, and what a cached one may be answered with', () => {
    const beside = (name: string, status = '200') => {
      const operation = operations.find(({ operationId }) => operationId === name);
      return Object.keys((operation?.responses[status] as { headers?: object } | undefined)?.headers ?? {});
    };
    expect(beside('listOrders')).toEqual(['Link']);
    expect(beside('listTools')).toEqual(['Link', 'x-total-count', 'ETag']);
    expect(beside('listReviews')).toEqual(['Link', 'x-total-count', 'x-average-star', 'ETag']);
    expect(beside('getTool', '304')).toEqual(['ETag']);
    expect([beside('placeOrder'), beside('placeOrder', '503'), beside('signIn', '429')]).toEqual([
      [],
      ['Retry-After'],
      ['Retry-After'],
    ]);
  });

  test('says which headers a call takes, and what a webhook is sent', () => {
    const taken = (name: string) => {
      const operation = operations.find(({ operationId }) => operationId === name);
      const parameters = (operation?.parameters ?? []) as Parameter[];
      return parameters.filter((it) => it.in === 'header').map((it) => `${it.name}${it.required ? '!' : ''}`);
    };
    expect(taken('placeOrder')).toEqual(['idempotency-key']);
    expect(taken('getTool')).toEqual(['If-None-Match']);
    expect([taken('signIn'), taken('issueToken'), taken('getSession')]).toEqual([['Origin'], ['Origin!'], []]);
    expect(taken('stripeWebhook')).toEqual(['stripe-signature!']);
    expect(taken('payPalWebhook')).toHaveLength(5);
    for (const operation of operations.filter(({ operationId }) => operationId.endsWith('Webhook')))
      expect(operation.requestBody).toMatchObject({ required: true, content: { 'application/json': {} } });
    const keys = operations.flatMap(({ parameters }) => parameters as Parameter[]);
    for (const key of keys.filter(({ name }) => name === 'idempotency-key'))
      expect(key.schema).toMatchObject({ description: expect.stringContaining('once') });
  });

  test('gives every problem of every operation under its status, with an example of its shape', () => {
    const { examples } = document.components as { examples: Record<string, { value: unknown }> };
    for (const call of rows) {
      const operation = operations.find(({ operationId }) => operationId === call.name);
      const refusals = Object.entries(operation?.responses ?? {}).filter(([status]) => status >= '400');
      const named = refusals.flatMap(([status, answer]) => {
        const { content } = answer as { content: Record<string, { examples: Record<string, unknown> }> };
        return Object.keys(content['application/problem+json']?.examples ?? {}).map((code) => [status, code]);
      });
      expect(named.map(([, code]) => code).toSorted()).toEqual(problemsOf(call).toSorted());
      for (const [status, code = ''] of named)
        expect(Problem.parse(examples[code]?.value)).toMatchObject({ status: Number(status), code });
    }
    const told = Object.values(examples).map(({ value }) => Problem.parse(value).detail);
    expect(told).not.toContain('The request was refused.');
  });
});
