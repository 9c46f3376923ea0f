import type { Payments } from '#outside/payments/payments.ts';
import { lost, type Provider, refused } from './provider.ts';
import type { Random } from './random.ts';
import type { Call, Queue } from './schedule.ts';

const MODES = ['before', 'after'] as const;

class Disconnected extends Error {
  // What the driver says when the server goes away: the effect may be there or not.
  readonly code = 'CONNECTION_CLOSED';
}

/** A fault: where it struck, such as "cancel: refund", and how. */
export interface Fault {
  readonly site: string;
  readonly how: string;
}

/** Makes a call as it is meant, or lets it fail before or after its effect, and says so. */
export async function makeCall(
  call: Call,
  random: Random,
  rate: number,
  provider: Provider,
): Promise<Fault | undefined> {
  const faulty = random.chance(rate);
  const mode = random.one(MODES);
  const kept = random.chance(0.3) && call.key !== undefined;
  const fault = { site: `${call.task}: ${call.name}`, how: `fails ${mode}${kept ? ' for good' : ''}` };
  // Who asks somebody outside hears that there was no answer; the database's driver throws.
  const fail = () =>
    call.lost === undefined ? call.fail(new Disconnected(mode)) : call.answer(failed(call, kept, provider));
  if (faulty && mode === 'before') {
    fail();
    return fault;
  }
  try {
    const value = await call.act();
    if (faulty) fail();
    else call.answer(value);
  } catch (error) {
    call.fail(error);
  }
  return faulty ? fault : undefined;
}

/** No answer at all, or an error that stays the answer to the call's key. */
function failed(call: Call, kept: boolean, provider: Provider) {
  if (!kept || call.key === undefined) return call.lost;
  provider.keepError(call.key);
  return refused;
}

/** The provider as the shop's work meets it: every call waits in the queue. */
export function queuedProvider(provider: Provider, queue: Queue): Payments {
  const calls = Object.entries(provider.calls).map(([name, call]) => [
    name,
    (argument: never) =>
      queue(name, () => (call as (it: never) => Promise<unknown>)(argument), { key: keyOf(argument), lost }),
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
