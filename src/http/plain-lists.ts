import { randomUUID } from 'node:crypto';
import { listTools } from '#contract/catalogue.ts';
import type { Context } from '#services/kernel/context.ts';
import { answerTrouble } from './answer-trouble.ts';
import { catalogueHandlers } from './catalogue.ts';
import { type MadeAnswer, madeOf } from './kept-answers.ts';
import { noteShown } from './note-shown.ts';
import { problem } from './problem.ts';
import { baseHeaders } from './security-headers.ts';
import type { Checked } from './serve-calls.ts';
import type { Turnstile } from './turnstile.ts';

export interface PlainListsOptions {
  readonly context: Context;
  readonly publicOrigin: string;
  readonly turnstile: Turnstile;
}

/** The address of a list in which nothing has to be decoded. */
const PLAIN = /^\/tools(?:\?([\w.~=&-]*))?$/;

/**
 * Answers lists of tools to nobody in particular as the app does, without the router, the request and the response that
 * the app makes for each. Undefined for an address of anything else, or one that the app has to understand or refuse.
 */
export function createPlainLists({ context, publicOrigin, turnstile }: PlainListsOptions) {
  const headers = baseHeaders(publicOrigin);

  async function answer(query: Checked<'listTools'>['query'], url: string): Promise<MadeAnswer> {
    const told = { request: randomUUID(), method: listTools.method, route: listTools.path };
    const began = performance.now();
    let made: MadeAnswer | undefined;
    const work = async () => {
      // Anybody may ask, and a list depends on nothing else.
      const reply = await catalogueHandlers.listTools({ context, query, url } as Checked<'listTools'>);
      if (!reply.ok) return problem(reply.failure.code, reply.failure);
      noteShown('listTools', reply.value, query);
      const own = Object.entries({ 'content-type': 'application/json', ...reply.headers });
      made = { status: 200, headers: [...headers, ...own], body: Buffer.from(JSON.stringify(reply.value)) };
      return MADE;
    };
    const response = await turnstile(listTools.rate, {}, work).catch((error: unknown) =>
      answerTrouble(context.log, error, told),
    );
    if (made) return made;
    for (const [name, value] of headers) if (!response.headers.has(name)) response.headers.set(name, value);
    response.headers.set('x-request-id', told.request);
    const ms = Math.round(performance.now() - began);
    context.log.info({ ...told, status: response.status, ms }, 'answered');
    return madeOf(response);
  }

  return (address: string): Promise<MadeAnswer> | undefined => {
    const [plain, search = ''] = PLAIN.exec(address) ?? [];
    if (plain === undefined) return undefined;
    const asked = new Map<string, string>();
    for (const part of search === '' ? [] : search.split('&')) {
      const [name = '', value, more] = part.split('=');
      if (name === '' || value === undefined || more !== undefined || asked.has(name)) return undefined;
      asked.set(name, value);
    }
    const query = listTools.query.safeParse(Object.fromEntries(asked));
    return query.success ? answer(query.data, `${publicOrigin}${address}`) : undefined;
  };
}

/** Stands for the answer that has been made. */
const MADE = new Response();
