import type { PublicRead } from '#contract/calls.ts';
import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/kernel/call.ts';
import type { FailureCode } from '#contract/kernel/failure-code.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { Context } from '#services/kernel/context.ts';
import { noteTrouble } from '../http/answer-trouble.ts';
import { type ProblemExtra, problemBody } from '../http/problem.ts';
import { type Handlers, parseParts, runCall } from '../http/serve-calls.ts';
import { type Answered, type ApiFailure, type PublicClient, untilFree } from '../web/api/client.ts';

interface LooseInput {
  readonly params?: unknown;
  readonly query?: unknown;
}

/** How long what is busy leaves the database alone. */
const BUSY_SECONDS = 2;

/**
 * The calls that a page makes while it is rendered: those of the table, without HTTP between. They have no limit of
 * their own, being part of the page's work.
 */
export function createDirectClient(context: Context, handlers: Handlers): PublicClient {
  async function answer(name: PublicRead, input: LooseInput) {
    const call: Call = calls[name];
    try {
      const parsed = parseParts(call, { params: () => input.params, query: () => input.query ?? {} });
      if (!parsed.ok) return refused(parsed.failure);
      const reply = await runCall(handlers, call, { ...parsed.value, context, caller: undefined });
      return reply.ok ? { ...success(reply.value), list: reply.list ?? {} } : refused(reply.failure);
    } catch (error) {
      return refused({ code: noteTrouble(context.log, error, { call: name }) });
    }
  }
  return {
    call: (name, input) => untilFree(() => answer(name, input as LooseInput), secondsBusy) as never,
  };
}

function refused({ code, ...extra }: { code: FailureCode } & ProblemExtra): Outcome<never, ApiFailure> {
  return failure(problemBody(code, extra));
}

const secondsBusy = (answer: Answered<unknown> | Outcome<never, ApiFailure>): number =>
  !answer.ok && answer.failure.code === 'busy' ? BUSY_SECONDS : 0;
