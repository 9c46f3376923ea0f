import { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import { calls, type PublicRead } from '#contract/calls.ts';
import type { AnswerOf, Call } from '#contract/kernel/call.ts';
import { type FailureCode, STATUS } from '#contract/kernel/failure-code.ts';
import { LIST_HEADERS, type ListFacts } from '#contract/kernel/list-facts.ts';
import type { CallName } from '#contract/kernel/paths.ts';
import { isFromPage, OWNERSHIP_REFUSAL } from '#contract/kernel/problems.ts';
import { PDF } from '#model/kernel/media-types.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { limitPerKey } from '#platform/limits/limit-per-key.ts';
import { noteRefusal } from '#services/identity/note-refusal.ts';
import type { Caller } from '#services/identity/sessions.ts';
import type { Context } from '#services/kernel/context.ts';
import type { Failure } from '#texts/failures.ts';
import { isTracking } from './cached-address.ts';
import type { Limiter } from './limiter.ts';
import { authenticate, isOwnOrigin, ownershipFailure } from './may-call.ts';
import { type ProblemExtra, problem } from './problem.ts';
import { type BodyRefusal, readBytes, readFile, readJson } from './read-body.ts';
import { LINK_HEADERS } from './security-headers.ts';

type Calls = typeof calls;
type Parsed<N extends CallName, K extends string> =
  Calls[N] extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined;

export interface Checked<N extends CallName> {
  readonly context: Context;
  readonly caller: Calls[N]['actor'] extends 'anyone' | 'provider' | 'link' ? undefined : Caller;
  readonly params: Parsed<N, 'params'>;
  readonly query: Parsed<N, 'query'>;
  readonly headers: Parsed<N, 'headers'>;
  readonly body: Parsed<N, 'body'>;
  readonly file: Calls[N] extends { file: object } ? Uint8Array : undefined;
  readonly bytes: Calls[N] extends { raw: object } ? Uint8Array : undefined;
  /** Not for calls that pages make while they are rendered: these do not come by HTTP. */
  readonly http: N extends PublicRead ? unknown : HonoContext;
}

type ProblemCode<N extends CallName> =
  | (Calls[N] extends { problems: readonly (infer P)[] } ? P : never)
  | (Calls[N] extends { body: z.ZodType } ? 'invalid_request' : never)
  | (Calls[N] extends { file: object } ? 'too_many_uploads' : never)
  | (Calls[N]['actor'] extends 'link' ? 'link_not_found' : never)
  | NonNullable<(typeof OWNERSHIP_REFUSAL)[Calls[N]['ownership']]>
  | 'busy';

export type Reply<N extends CallName> =
  | ({
      readonly ok: true;
      readonly value: z.input<AnswerOf<Calls[N]>>;
      readonly status?: 200 | 202;
    } & (Calls[N] extends { paged: readonly unknown[] } ? { readonly list: ListFacts } : { readonly list?: never }))
  | {
      readonly ok: false;
      readonly failure: Failure<ProblemCode<N> & FailureCode> & Omit<ProblemExtra, 'detail' | 'figures'>;
    };

export type Handlers = {
  [N in CallName]: (call: Checked<N>) => Promise<Reply<N>>;
};

/** Makes cached public answers stale; after a change of `content` none of them is served again. */
export type Invalidate = (changes: NonNullable<Call['changes']>) => void;

/** @throws Error for a row of the table without a handler, or a handler without a row */
export function serveCalls(
  context: Context,
  handlers: Handlers,
  publicOrigin: string,
  limiter: Limiter,
  invalidate: Invalidate = () => {},
): Hono {
  const app = new Hono();
  const fromPages = new Set((Object.values(calls) as Call[]).filter(isFromPage));
  const shop = { context, publicOrigin, fromPages, share: limitPerKey(FILES_AT_ONCE) };
  for (const name of Object.keys(handlers))
    if (!Object.hasOwn(calls, name)) throw new Error(`The call ${name} has no row in the table of calls`);
  for (const call of Object.values(calls) as Call[]) {
    if (!handlers[call.name]) throw new Error(`The call ${call.name} has no handler`);
    const path = call.path.replace(/\{(\w+)\}/g, ':$1');
    if (path.includes(':token')) app.on(call.method, path, asOfLink);
    app.on(call.method, path, async (c) => {
      const request = c.req.raw;
      const answer = async (checked: unknown) => {
        if (checked instanceof Response) return checked;
        const reply = await runCall(handlers, call, checked as AnyChecked);
        if (!reply.ok) return problem(reply.failure.code, reply.failure);
        // The next answer to this caller must show the change.
        if (call.changes) invalidate(call.changes);
        if (call.actor !== 'anyone' || call.feature === 'identity') c.header('cache-control', 'no-store');
        // The adapter to Node's server does not read the type of a Blob.
        if (call.pdf)
          return new Response(reply.value as Blob, { headers: { 'content-type': PDF, 'cache-control': 'no-store' } });
        return c.json(reply.value as object, reply.status ?? 200, reply.list && listHeaders(c.req.url, reply.list));
      };
      if (call.file)
        return limiter('upload', request, async () => {
          const checked = await check(shop, c, call, undefined);
          return checked instanceof Response ? checked : limiter(call.rate, request, () => answer(checked));
        });
      // Read before the limiter: a slow sender must not occupy a slot.
      const body = await readBody(c, call);
      const of = body?.ok && call.isBulk?.(body.value) ? 'bulk' : call.rate;
      return limiter(of, request, async () => answer(await check(shop, c, call, body)));
    });
  }
  return app;
}

const asOfLink: MiddlewareHandler = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(LINK_HEADERS)) c.res.headers.set(name, value);
};

interface AnyChecked {
  readonly context: Context;
  readonly caller: Caller | undefined;
  readonly params?: unknown;
  readonly body?: unknown;
}
type AnyReply =
  | { readonly ok: true; readonly value: unknown; readonly status?: 200 | 202; readonly list?: ListFacts }
  | { readonly ok: false; readonly failure: { readonly code: FailureCode } & ProblemExtra };
type Handle = (call: AnyChecked) => Promise<AnyReply>;

export async function runCall(handlers: Handlers, call: Call, checked: AnyChecked): Promise<AnyReply> {
  const handle = handlers[call.name] as unknown as Handle;
  const reply = (await ownershipFailure(checked.context, call, checked)) ?? (await handle(checked));
  if (!reply.ok) await noteForbidden(call, checked, reply.failure.code);
  return reply;
}

function listHeaders(url: string, list: ListFacts): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [fact, header] of Object.entries(LIST_HEADERS)) {
    const value = list[fact as keyof typeof LIST_HEADERS];
    if (value !== undefined) headers[header] = String(value);
  }
  if (list.next !== undefined) headers.link = linkToNext(url, list.next);
  return headers;
}

export function linkToNext(url: string, next: string): string {
  const path = url.slice(url.indexOf('/', url.indexOf('://') + 3));
  const mark = path.indexOf('?');
  const search = new URLSearchParams(mark < 0 ? '' : path.slice(mark));
  search.delete('before');
  search.set('after', next);
  return `<${mark < 0 ? path : path.slice(0, mark)}?${search}>; rel="next"`;
}

/** Per person. */
const FILES_AT_ONCE = 4;

type Body = Outcome<unknown, BodyRefusal> | undefined;

async function readBody({ req: { raw: request }, env }: HonoContext, call: Call): Promise<Body> {
  const its = (env as Partial<HttpBindings> | undefined)?.incoming;
  // The shop's calls to itself have no connection.
  const incoming = its instanceof IncomingMessage ? its : undefined;
  if (call.raw) return readBytes(request, call.raw.maxBytes, incoming);
  return call.body ? readJson(request, incoming) : undefined;
}

interface Shop {
  readonly context: Context;
  readonly publicOrigin: string;
  /** The calls that only the shop's own pages may make. */
  readonly fromPages: ReadonlySet<Call>;
  readonly share: ReturnType<typeof limitPerKey>;
}

async function check(
  { context, publicOrigin, fromPages, share }: Shop,
  c: HonoContext,
  call: Call,
  body: Body,
): Promise<unknown | Response> {
  if (fromPages.has(call) && !isOwnOrigin(c.req.raw, publicOrigin))
    return problem('foreign_origin', { figures: { origin: publicOrigin } });
  const caller = await authenticate(context, c, call.actor);
  if (!caller.ok) {
    const { code, caller: known } = caller.failure;
    if (known) await noteRefusal(context, known.id, { call: call.name, code });
    const ordering = code === 'customer_only' && call.problems?.includes('admin_cannot_order');
    return problem(ordering ? 'admin_cannot_order' : code);
  }
  if (body && !body.ok) return problem(body.failure.code);
  const parsed = parseParts(call, {
    params: () => c.req.param(),
    query: () => withoutTracking(c.req.query()),
    headers: () => headersNamed(Object.keys(call.headers?.shape ?? {}), c),
    body: () => body?.value,
  });
  if (!parsed.ok) return problem(parsed.failure.code, parsed.failure);
  const parts: Record<string, unknown> = { ...parsed.value, context, caller: caller.value, http: c };
  if (call.raw) parts.bytes = body?.value;
  if (call.file) {
    const limits = call.file;
    const read = await share(caller.value?.id ?? '', () => readFile(c.req.raw, limits));
    if (!read.ok) return problem('too_many_uploads', { retryAfter: 5 });
    const file = read.value;
    if (!file.ok) return problem(file.failure.code, file.failure);
    parts.file = file.value;
  }
  return parts;
}

/** A refusal names so many of the errors of a request. */
export const MAX_ERRORS = 20;
/** Of what a request calls a field so many characters are repeated. */
const MAX_NAME = 60;

export function parseParts(
  call: Call,
  given: Readonly<Partial<Record<'params' | 'query' | 'headers' | 'body', () => unknown>>>,
): Outcome<Record<string, unknown>, { code: 'invalid_request' } & ProblemExtra> {
  const parts: Record<string, unknown> = {};
  const errors: { field: string; message: string }[] = [];
  for (const name of ['params', 'query', 'headers', 'body'] as const) {
    const parsed = call[name]?.safeParse(given[name]?.());
    if (parsed?.success) parts[name] = parsed.data;
    else if (parsed) errors.push(...errorsOf(parsed.error.issues.slice(0, MAX_ERRORS), name));
  }
  if (errors.length === 0) return success(parts);
  return failure({ code: 'invalid_request', errors: errors.slice(0, MAX_ERRORS) });
}

const errorsOf = (issues: readonly z.core.$ZodIssue[], part: string) =>
  issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [{ field: shortened(issue.path.join('.')), message: issue.message }];
    const what = part === 'query' ? 'parameter' : 'field';
    return issue.keys.slice(0, MAX_ERRORS).map((key) => ({
      field: shortened([...issue.path, key].join('.')),
      message: `There is no ${what} ${shortened(key)}. The ${what}s of this call are listed at /docs.`,
    }));
  });

const shortened = (name: string): string =>
  (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name).toWellFormed().replace(/\p{Cc}/gu, '\ufffd');

const withoutTracking = (query: Record<string, string>) =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !isTracking(name)));

/** One by one: collecting all headers in an object costs more than the rest of the check. */
const headersNamed = (names: readonly string[], c: HonoContext) =>
  Object.fromEntries(names.map((name) => [name, c.req.header(name)]));

async function noteForbidden(
  call: Call,
  { context, caller, params, body }: AnyChecked,
  code: FailureCode,
): Promise<void> {
  if (!caller) return;
  const { id, number } = (params ?? {}) as { id?: string; number?: string };
  const { order_id: orderId } = (body ?? {}) as { order_id?: string };
  if (STATUS[code] === 403) await noteRefusal(context, caller.id, { call: call.name, code });
  else if (code === OWNERSHIP_REFUSAL[call.ownership])
    await noteRefusal(context, caller.id, { call: call.name, code, target: id ?? number ?? orderId });
}
