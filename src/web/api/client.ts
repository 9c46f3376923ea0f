import type { z } from 'zod';
import type { calls, PublicRead } from '#contract/calls.ts';
import type { AnswerOf } from '#contract/kernel/call.ts';
import type { lazyPaths } from '#contract/kernel/lazy-paths.ts';
import { LIST_HEADERS, type ListFacts } from '#contract/kernel/list-facts.ts';
import { type CallName, paths } from '#contract/kernel/paths.ts';
import type { Problem } from '#contract/kernel/problem.ts';
import { UPLOAD_FIELD } from '#model/images/picture.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';

type Calls = typeof calls;
type Part<N extends CallName, K extends string> =
  Calls[N] extends Record<K, infer S extends z.ZodType> ? { [P in K]: z.input<S> } : unknown;

/** What a call takes, as its row of the table of calls says. */
export type Input<N extends CallName> = Part<N, 'params'> &
  Part<N, 'body'> &
  (Calls[N] extends { file: object } ? { file: Blob; onProgress?: Progress } : unknown) &
  (Calls[N] extends { query: infer Q extends z.ZodType } ? { query?: z.input<Q> } : unknown) & {
    headers?: Record<string, string>;
    signal?: AbortSignal | undefined;
  };
/** Hears how much of a file has left: from 0 to 1. */
export type Progress = (share: number) => void;
export type Answer<N extends CallName> = z.output<AnswerOf<Calls[N]>>;

/** Why a call did not succeed: the server's problem, or `status` 0 when no answer came. */
export type ApiFailure = Pick<Problem, 'status' | 'code' | 'figures' | 'errors' | 'conflict' | 'lines'> & {
  retryAfter?: number;
};

/** An answer with what is said of its list, such as where the next page begins. */
export type Answered<T> = { readonly ok: true; readonly value: T; readonly list: ListFacts };

/** The typed calls of the shop: over HTTP from `createClient`, while a page is rendered from `createDirectClient`. */
export interface Client<Callable extends CallName = CallName> {
  call<N extends Callable>(
    name: N,
    input: Input<N>,
  ): Promise<Answered<Answer<N>> | { readonly ok: false; readonly failure: ApiFailure }>;
}

/** For pages that are rendered on the server, where nobody is signed in. */
export type PublicClient = Client<PublicRead>;

export interface Transport {
  /** `onProgress` is given with a file whose sender wants to hear how far it is. */
  readonly fetch: (url: string, init: RequestInit, onProgress?: Progress) => Promise<Response>;
  readonly origin: string;
  /** Headers that prove the caller, if the call needs any. `refused` are those that the shop has just not taken. */
  readonly credentials?: (name: CallName, refused?: Record<string, string>) => Promise<Record<string, string>>;
  /** Told of every failure, so that a lost session ends in one place. */
  readonly onFailure?: (name: CallName, failure: ApiFailure) => void;
}

const UNREACHABLE: ApiFailure = { status: 0, code: 'unreachable' };

/** Milliseconds that a call may take, the sending of a file aside: one that hangs would hold the other tabs, too. */
const PATIENCE = 60_000;

/** How often what is only read is asked for again by itself, and the longest pause in seconds before it. */
const READ_AGAIN = 2;
const MAX_PAUSE_SECONDS = 4;

/** The typed client of the shop's API over HTTP. */
export function createClient(transport: Transport): Client {
  return {
    async call(name, input) {
      const answer = await send(transport, name, input as LooseInput);
      if (!answer.ok) transport.onFailure?.(name, answer.failure);
      return answer as never;
    },
  };
}

const isLazy = (name: CallName): name is keyof typeof lazyPaths => !(name in paths);

const pathOf = async (name: CallName) =>
  isLazy(name) ? (await import('#contract/kernel/lazy-paths.ts')).lazyPaths[name] : paths[name];

interface LooseInput {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
  file?: Blob;
  onProgress?: Progress;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

async function send(
  transport: Transport,
  name: CallName,
  input: LooseInput,
): Promise<Answered<unknown> | Outcome<never, ApiFailure>> {
  try {
    const [method, path] = await pathOf(name);
    const url = new URL(
      path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(input.params?.[key] ?? '')),
      transport.origin,
    );
    for (const [key, value] of Object.entries(input.query ?? {}))
      if (value !== undefined) url.searchParams.set(key, value);
    const attempt = (proof: Record<string, string> | undefined) => {
      const ends = [input.signal ?? [], input.file ? [] : AbortSignal.timeout(PATIENCE)].flat();
      const init = {
        method,
        headers: {
          accept: 'application/json',
          ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...proof,
          ...input.headers,
        },
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
        ...(input.file ? { body: formOf(input.file) } : {}),
        // Browsers of before 2024 lack it.
        signal: AbortSignal.any?.(ends) ?? input.signal ?? null,
      };
      return transport.fetch(url.href, init, input.onProgress);
    };
    const proof = await transport.credentials?.(name);
    // What writes is left to the person.
    let response = await (method === 'GET'
      ? untilFree(() => attempt(proof), secondsBusy, input.signal)
      : attempt(proof));
    // A proof may have ended by the shop's clock and not by this one. Refused, the call has done nothing.
    if (response.status === 401 && proof?.authorization) {
      const other = await transport.credentials?.(name, proof);
      if (other?.authorization && other.authorization !== proof.authorization) response = await attempt(other);
    }
    const type = response.headers.get('content-type')?.match(/json|pdf/)?.[0];
    if (!response.ok || !type) return failure(await problemOf(response));
    const body = await (type === 'json' ? response.json() : response.blob());
    return { ...success(body), list: listFactsIn(response.headers) };
  } catch (error) {
    if (input.signal?.aborted) throw error;
    return failure(UNREACHABLE);
  }
}

function listFactsIn(headers: Headers): ListFacts {
  const count = (header: string) => (headers.has(header) ? Number(headers.get(header)) : undefined);
  return {
    next: /[?&]after=([\w-]+)/.exec(headers.get('link') ?? '')?.[1],
    total: count(LIST_HEADERS.total),
    averageStar: count(LIST_HEADERS.averageStar),
  };
}

/** When to come back to a shop that was busy; 0 when it was not. */
const secondsBusy = ({ status, headers }: Response): number =>
  status === 503 ? Number(headers.get('retry-after')) : 0;

/** Asks again for what is only read while the shop is busy. @param secondsOf when an answer says to come back, or 0 */
export async function untilFree<T>(
  ask: () => Promise<T>,
  secondsOf: (answer: T) => number,
  signal?: AbortSignal,
): Promise<T> {
  let answer = await ask();
  for (let again = 0; again < READ_AGAIN && secondsOf(answer) > 0; again += 1) {
    await pause(secondsOf(answer), signal);
    answer = await ask();
  }
  return answer;
}

/** Waits as long as the shop asked for, and up to half as long again, so that not all come back in the same moment. */
function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(new DOMException('Given up', 'AbortError'));
    };
    const end = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const [spread = 0] = crypto.getRandomValues(new Uint8Array(1));
    const timer = setTimeout(end, Math.min(seconds, MAX_PAUSE_SECONDS) * (1000 + 2 * spread));
    signal?.addEventListener('abort', leave);
    if (signal?.aborted) leave();
  });
}

function formOf(file: Blob): FormData {
  const form = new FormData();
  form.append(UPLOAD_FIELD, file);
  return form;
}

async function problemOf(response: Response): Promise<ApiFailure> {
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
  return {
    // What is no answer of the shop, such as a page of a network or a proxy, has no status of its own.
    status: problem.code ? response.status : 0,
    code: problem.code ?? 'unexpected_answer',
    ...(problem.figures ? { figures: problem.figures } : {}),
    ...(problem.conflict ? { conflict: problem.conflict } : {}),
    ...(problem.errors ? { errors: problem.errors } : {}),
    ...(problem.lines ? { lines: problem.lines } : {}),
    ...(retryAfter ? { retryAfter } : {}),
  };
}
