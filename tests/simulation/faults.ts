import { joinProviders, type Payments } from '#outside/payments/payments.ts';
import type { Provider as Asked } from '#outside/payments/provider.ts';
import type { PayPal } from './paypal.ts';
import { lost, type Provider, refused } from './provider.ts';
import type { Random } from './random.ts';
import type { Call, Queue } from './schedule.ts';

const MODES = ['before', 'after'] as const;
const SLOW_MODES = [...MODES, 'slow'] as const;

class Disconnected extends Error {
  // What the driver says when the server goes away: the effect may be there or not.
  readonly code = 'CONNECTION_CLOSED';
}

/** A fault: where it struck, such as "cancel: refund", and how. */
export interface Fault {
  readonly site: string;
  readonly mode: string;
  readonly how: string;
}

/** Makes a call as it is meant, or lets it fail before or after its effect, and says so. */
export async function makeCall(
  call: Call,
  random: Random,
  rate: number,
  provider: Provider,
  later: (call: Call) => void,
): Promise<Fault | undefined> {
  if (call.late) {
    call.answer(await call.act());
    return undefined;
  }
  const faulty = random.chance(rate);
  const mode = random.one(call.slow ? SLOW_MODES : MODES);
  const kept = random.chance(0.3) && call.key !== undefined;
  const fault = { site: `${call.task}: ${call.name}`, mode, how: `${mode}${kept ? ' for good' : ''}` };
  // Who asks somebody outside hears that there was no answer; the database's driver throws.
  const fail = () =>
    call.lost === undefined ? call.fail(new Disconnected(mode)) : call.answer(failed(call, kept, provider));
  if (faulty && mode === 'slow') {
    await slowly(call, random, later);
    return fault;
  }
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

/** What it did is heard of late; or it does it late, and who asked has heard that there was no answer. */
async function slowly(call: Call, random: Random, later: (call: Call) => void): Promise<void> {
  if (random.chance(0.5)) {
    const value = await call.act();
    later({ ...call, late: 'answer', act: async () => value });
    return;
  }
  call.answer(call.lost);
  later({ ...call, late: 'effect', answer: () => {} });
}

/** No answer at all, or an error that stays the answer to the call's key. */
function failed(call: Call, kept: boolean, provider: Provider) {
  if (!kept || call.key === undefined) return call.lost;
  provider.keepError(call.key);
  return refused;
}

/** The providers as the shop's work meets them: every call waits in the queue. */
export const queuedProviders = (provider: Provider, paypal: PayPal | undefined, queue: Queue): Payments =>
  joinProviders(
    asked(provider.calls, (name, act, argument) => queue(name, act, { key: keyOf(argument), lost })),
    // An error does not stay the answer to a key there.
    paypal && asked(paypal.calls, (name, act) => queue(`PayPal ${name}`, act, { lost, slow: true })),
  );

const asked = (
  calls: object,
  ask: (name: string, act: () => Promise<unknown>, argument: unknown) => Promise<unknown>,
): Asked => {
  const queued = Object.entries(calls).map(([name, call]) => [
    name,
    (...its: unknown[]) => ask(name, () => (call as (...its: unknown[]) => Promise<unknown>)(...its), its[0]),
  ]);
  return { mode: 'sandbox', ...Object.fromEntries(queued), verifyWebhook: () => notHere() };
};

const keyOf = (argument: unknown): string | undefined =>
  typeof argument === 'object' && argument !== null && 'idempotencyKey' in argument
    ? String(argument.idempotencyKey)
    : undefined;

function notHere(): never {
  throw new Error('webhooks are stored directly here');
}

const EXPECTED = ['CONNECTION_CLOSED', 'ENOSPC'];

/** Whether work broke off for what was done to it. */
export const isExpected = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  [thrown, thrown.cause].some(
    (it) => typeof it === 'object' && it !== null && 'code' in it && EXPECTED.includes(String(it.code)),
  );
