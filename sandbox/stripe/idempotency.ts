import { createHash } from 'node:crypto';
import type { Store } from '../kernel/store.ts';
import type { Actor } from './call.ts';
import { type ApiError, failed, type Reply } from './refusal.ts';

/** Scoped by actor: another client's answer must not be visible. */
export const answerKey = (actor: Actor, key: string) => `${actor}:${key}`;

/** Identifies a call. Card data is cut before hashing: a digest of a card number could be reversed. */
export function fingerprintOf(method: string, path: string, body: string): string {
  const pairs = [...new URLSearchParams(body)].map(([name, value]) => [name, withoutCardData(name, value)]);
  return createHash('sha256')
    .update(JSON.stringify([method, path, pairs.sort()]))
    .digest('base64url');
}

const withoutCardData = (name: string, value: string) =>
  name.endsWith('[number]') ? value.slice(-4) : name.endsWith('[cvc]') ? value.length : value;

/** The stored answer, or an error when the key was used for another call. */
export function replayOf(store: Store, key: string, fingerprint: string): Reply | undefined {
  const answer = store.findAnswer(key);
  if (!answer) return undefined;
  if (answer.fingerprint === fingerprint) return { status: answer.status, body: JSON.parse(answer.body), keep: true };
  return failed(400, otherCall, false);
}

export const badKey = failed(
  400,
  { type: 'invalid_request_error', message: 'The Idempotency-Key must have 1 to 255 characters.' },
  false,
);

export const inUse = failed(
  409,
  {
    type: 'invalid_request_error',
    code: 'idempotency_key_in_use',
    message: 'There is currently another in-progress request using this Idempotency-Key. Please try again later.',
  },
  false,
);

const otherCall: ApiError = {
  type: 'idempotency_error',
  message:
    'Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than this one if you meant to execute a different request.',
};
