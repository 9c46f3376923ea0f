import { z } from 'zod';
import type { Call } from './call.ts';
import { Problem } from './problem.ts';

export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string };
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

/** The OpenAPI document of the table of calls. */
export function openApi(calls: readonly Call[], shopName: string): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const call of calls) {
    const path = paths[call.path] ?? {};
    path[call.method.toLowerCase()] = operation(call);
    paths[call.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: { title: shopName, version: '1' },
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: { type: 'apiKey', in: 'cookie', name: '__Host-sid' },
      },
    },
  };
}

function operation(call: Call): Operation {
  const json = (schema: z.ZodType, io: 'input' | 'output') => ({
    'application/json': { schema: schemaOf(schema, io) },
  });
  const problemAnswer = {
    description: 'Why it was refused',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
  return {
    operationId: call.name,
    summary: call.summary,
    tags: [call.feature],
    security: securityOf(call),
    parameters: [
      ...parametersOf(call.params, 'path'),
      ...parametersOf(call.query, 'query'),
      ...parametersOf(call.headers, 'header'),
    ],
    ...(call.body ? { requestBody: { required: true, content: json(call.body, 'input') } } : {}),
    ...(call.file ? { requestBody: { required: true, content: formOf(call.file.field) } } : {}),
    responses: {
      200: { description: 'Done', content: json(call.response, 'output') },
      ...Object.fromEntries(
        Object.entries(call.otherResponses ?? {}).map(([status, schema]) => [
          status,
          { description: 'Accepted', content: json(schema, 'output') },
        ]),
      ),
      default: problemAnswer,
    },
  };
}

function formOf(field: string): object {
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  return { 'multipart/form-data': { schema: { type: 'object', properties: { [field]: file }, required: [field] } } };
}

function securityOf(call: Call): object[] {
  if (call.actor === 'anyone' || call.actor === 'provider') return [];
  return [call.actor === 'session' ? { session: [] } : { bearer: [] }];
}

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query' | 'header'): object[] {
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
