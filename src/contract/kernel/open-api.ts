import { z } from 'zod';
import { PDF } from '#model/kernel/media-types.ts';
import { titled } from '#model/kernel/titled.ts';
import type { Call, CallRow } from './call.ts';
import type { FailureCode } from './failure-code.ts';
import { LIST_HEADERS } from './list-facts.ts';
import { Problem } from './problem.ts';
import { isFromPage, problemsOf } from './problems.ts';

export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: object;
  readonly servers: readonly object[];
  readonly tags: readonly object[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: object;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters: readonly object[];
  readonly requestBody?: object;
  readonly responses: Record<string, object>;
}

interface OpenApiOptions {
  readonly shopName: string;
  /** An example. */
  readonly problem: (code: FailureCode) => Problem;
  /** Whether its answers have an ETag. */
  readonly isCached: (call: Call) => boolean;
}

const TAGS: Record<CallRow['feature'], string> = {
  catalogue: 'Tools and their stock',
  orders: 'Orders, of one customer and of all',
  payments: 'Paying for orders, and what becomes of payments',
  reviews: 'What customers say',
  people: 'Profiles, admins and the audit',
  identity: 'Accounts, sessions and tokens',
  images: 'Pictures',
};

export function openApi(calls: readonly Call[], { shopName, ...options }: OpenApiOptions): OpenApi {
  const names = documentedPaths(calls);
  const paths: OpenApi['paths'] = {};
  for (const call of calls) {
    const name = names.get(call) ?? call.path;
    const path = paths[name] ?? {};
    path[call.method.toLowerCase()] = operation(call, name, options);
    paths[name] = path;
  }
  const features = [...new Set(calls.map(({ feature }) => feature))];
  const codes = [...new Set(calls.flatMap(problemsOf))];
  return {
    openapi: '3.1.0',
    info: {
      title: shopName,
      version: '1',
      description:
        'Every error of a call is `application/problem+json` with a stable `code`, a `detail` that says what to do and, for fields, `errors`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The shop that serves this document' }],
    tags: features.map((name) => ({ name, description: TAGS[name] })),
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, 'output') },
      examples: Object.fromEntries(codes.map((code) => [code, { value: options.problem(code) }])),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: {
          ...{ type: 'apiKey', in: 'cookie', name: '__Host-sid' },
          description: 'Set by `signUp`, `signIn` and `changePassword`, cleared by `signOut`',
        },
      },
    },
  };
}

/** OpenAPI has one path for `/myorders/{email}` and `/myorders/{id}`: it becomes `/myorders/{emailOrId}`. */
export function documentedPaths(calls: readonly Call[]): Map<Call, string> {
  const words = (path: string) => [...path.matchAll(PLACEHOLDER)].map(([, word = '']) => word);
  const shapeOf = ({ path }: Call) => path.replaceAll(PLACEHOLDER, '{}');
  const shapes = Map.groupBy(calls, shapeOf);
  return new Map(
    calls.map((call) => {
      const together = (shapes.get(shapeOf(call)) ?? []).map(({ path }) => words(path));
      let place = 0;
      const merged = () => [...new Set(together.map((row) => row[place] ?? ''))];
      return [
        call,
        call.path.replaceAll(PLACEHOLDER, () => {
          const name = merged().map(titled).join('Or');
          place += 1;
          return `{${name.charAt(0).toLowerCase()}${name.slice(1)}}`;
        }),
      ];
    }),
  );
}

const PLACEHOLDER = /\{(\w+)\}/g;

function operation(call: Call, path: string, { problem, isCached }: Omit<OpenApiOptions, 'shopName'>): Operation {
  const json = (schema: z.ZodType, io: 'input' | 'output') => ({
    'application/json': { schema: schemaOf(schema, io) },
  });
  const documented = [...path.matchAll(PLACEHOLDER)].map(([, word = '']) => word);
  return {
    operationId: call.name,
    summary: call.summary,
    tags: [call.feature],
    security: securityOf(call),
    parameters: [
      ...parametersOf(call.params, 'path').map((item, place) => ({ ...item, name: documented[place] ?? item.name })),
      ...parametersOf(call.query, 'query'),
      ...parametersOf(call.headers, 'header'),
      ...(isFromPage(call) ? [headerOf('Origin', 'The address of the shop', call.actor === 'session')] : []),
      ...(call.raw?.signature ?? []).map((name) => headerOf(name, 'Of the signature', true)),
      ...(isCached(call) ? [headerOf('If-None-Match', 'The ETag of an answer that is kept', false)] : []),
    ],
    ...(call.body ? { requestBody: { required: true, content: json(call.body, 'input') } } : {}),
    ...(call.file ? { requestBody: { required: true, content: formOf(call.file.field) } } : {}),
    ...(call.raw ? { requestBody: EVENT } : {}),
    responses: {
      200: {
        description: 'Done',
        ...headersOf(call, isCached(call)),
        content: call.pdf ? PDF_CONTENT : json(call.response, 'output'),
      },
      ...(isCached(call) ? { 304: { description: 'As the answer of this ETag', headers: { ETag } } } : {}),
      ...Object.fromEntries(
        Object.entries(call.otherResponses ?? {}).map(([status, schema]) => [
          status,
          { description: 'Accepted', content: json(schema, 'output') },
        ]),
      ),
      ...refusalsOf(call, problem),
    },
  };
}

/** One response per status, with all of its codes. */
function refusalsOf(call: Call, problem: OpenApiOptions['problem']): Record<string, object> {
  const byStatus = Map.groupBy(problemsOf(call), (code) => problem(code).status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: `${problem(codes[0] as FailureCode).title}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
        ...(status === 429 || status === 503 ? { headers: { 'Retry-After': RETRY_AFTER } } : {}),
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
          },
        },
      },
    ]),
  );
}

const RETRY_AFTER = {
  description: 'In how many seconds to try again; absent where waiting does not help',
  schema: { type: 'integer' },
};
const ETag = { description: 'For `If-None-Match`', schema: { type: 'string' } };

const FACTS = {
  total: { description: 'How many there are on all pages', schema: { type: 'integer' } },
  averageStar: { description: 'The mean of the stars of all reviews', schema: { type: 'number' } },
} as const satisfies Record<keyof typeof LIST_HEADERS, object>;
const LINK = {
  description: 'Where the next page is, `rel="next"`; absent on the last one',
  schema: { type: 'string' },
};

/** What comes beside the body. */
function headersOf({ paged }: Call, isCached: boolean): { headers?: object } {
  if (!paged && !isCached) return {};
  const facts = (paged ?? []).map((fact) => [LIST_HEADERS[fact], FACTS[fact]] as const);
  return { headers: { ...(paged && { Link: LINK }), ...Object.fromEntries(facts), ...(isCached && { ETag }) } };
}

const headerOf = (name: string, description: string, required: boolean) => ({
  ...{ name, in: 'header', required, description },
  schema: { type: 'string' },
});

/** Of a webhook: whatever the provider sends. */
const EVENT = {
  description: 'The event, unchanged: the signature covers its bytes',
  required: true,
  content: { 'application/json': { schema: { type: 'object' } } },
};

const PDF_CONTENT = { [PDF]: { schema: { type: 'string', contentMediaType: PDF } } };

function formOf(field: string): object {
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  return { 'multipart/form-data': { schema: { type: 'object', properties: { [field]: file }, required: [field] } } };
}

function securityOf(call: Call): object[] {
  if (call.actor === 'anyone' || call.actor === 'provider' || call.actor === 'link') return [];
  return [call.actor === 'session' ? { session: [] } : { bearer: [] }];
}

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query' | 'header') {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: required.includes(name),
    schema: property,
  }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
