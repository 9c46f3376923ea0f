import type { Payments } from '#outside/payments/payments.ts';
import { lost, type Provider, refused } from './provider.ts';
import type { Random } from './random.ts';
import type { Call, Queue } from './schedule.ts';

const MODES = ['before', 'after'] as const;

class Disconnected extends Error {
  // What the driver says when the server goes away: the effect may be there or not.
  readonly code = 'CONNECTION_CLOSED';
}

/** Makes a call as it is meant, or lets it fail before or after its effect. Answers the fault's name, if it had one. */
export async function makeCall(
  call: Call,
  random: Random,
  rate: number,
  provider: Provider,
): Promise<string | undefined> {
  const faulty = random.chance(rate);
  const mode = random.one(MODES);
  const kept = random.chance(0.3);
  const outside = Object.hasOwn(provider.calls, call.name);
  if (faulty && mode === 'before') {
    if (outside) call.answer(failed(call, kept, provider));
    else call.fail(new Disconnected('before'));
    return `${call.task}: ${call.name} fails before${stays(call, kept)}`;
  }
  try {
    const value = await call.act();
    if (!faulty) call.answer(value);
    else if (outside) call.answer(failed(call, kept, provider));
    else call.fail(new Disconnected('after'));
  } catch (error) {
    call.fail(error);
  }
  return faulty ? `${call.task}: ${call.name} fails after${stays(call, kept)}` : undefined;
}

const stays = (call: Call, kept: boolean) => (kept && call.key !== undefined ? ' for good' : '');

/** No answer at all, or an error that stays the answer to the call's key. */
function failed(call: Call, kept: boolean, provider: Provider) {
  if (!kept || call.key === undefined) return lost;
  provider.keepError(call.key);
  return refused;
}

/** The provider as the shop's work meets it: every call waits in the queue. */
export function queuedProvider(provider: Provider, queue: Queue): Payments {
  const calls = Object.entries(provider.calls).map(([name, call]) => [
    name,
    (argument: never) => queue(name, () => (call as (it: never) => Promise<unknown>)(argument), keyOf(argument)),
  ]);
  return { mode: 'sandbox', ...Object.fromEntries(calls), verifyWebhook: () => notHere() } as Payments;
}

const keyOf = (argument: unknown): string | undefined =>
  typeof argument === 'object' && argument !== null && 'idempotencyKey' in argument
    ? String(argument.idempotencyKey)
    : undefined;

function notHere(): never {
  throw new Error('webhooks are stored directly here');
}
