import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Outcome } from '#model/kernel/outcome.ts';
import { type Busy, turns } from '../kernel/turns.ts';

/** Hashes passwords slowly, a few at a time, so that many sign-ins at once cannot starve the shop. */
export interface PasswordHasher {
  hash(password: string): Promise<Outcome<string, Busy>>;
  /** `hash` undefined does the same work and answers false: an unknown address takes as long as a wrong password. */
  verify(password: string, hash: string | undefined): Promise<Outcome<boolean, Busy>>;
}

const derive = promisify(argon2);
// OWASP's parameters for argon2id: 19 MiB, 2 passes, 1 lane.
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const AT_ONCE = 2;
const WAITING = 32;

export function createPasswordHasher(): PasswordHasher {
  const turn = turns({ atOnce: AT_ONCE, waiting: WAITING });
  const dummy = encode(randomBytes(16), randomBytes(COST.tagLength));
  return {
    hash: (password) =>
      turn(async () => {
        const salt = randomBytes(16);
        return encode(salt, await tag(password, salt));
      }),
    verify: (password, hash) =>
      turn(async () => {
        const { salt, expected } = decode(hash ?? dummy);
        const same = timingSafeEqual(await tag(password, salt), expected);
        return same && hash !== undefined;
      }),
  };
}

const tag = (password: string, salt: Buffer): Promise<Buffer> =>
  derive('argon2id', { ...COST, message: password.normalize('NFC'), nonce: salt }) as Promise<Buffer>;

const PREFIX = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`;

const encode = (salt: Buffer, value: Buffer): string => [PREFIX, base64(salt), base64(value)].join('$');

function decode(hash: string): { salt: Buffer; expected: Buffer } {
  const parts = hash.split('$');
  const [salt, value] = parts.slice(-2);
  if (!salt || !value || parts.slice(0, -2).join('$') !== PREFIX)
    throw new Error('A password hash is not of this shop');
  return { salt: Buffer.from(salt, 'base64'), expected: Buffer.from(value, 'base64') };
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
