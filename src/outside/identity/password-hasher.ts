import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** A hash takes 0.1 s of a processor: calls that need one are limited to a few at a time, by their rate `hash`. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** `hash` undefined takes as long and is false, so that timing does not reveal unknown emails. */
  verify(password: string, hash: string | undefined): Promise<boolean>;
  isOutdated(hash: string): boolean;
}

const derive = promisify(argon2);
// OWASP's parameters for argon2id: 19 MiB, 2 passes, 1 lane.
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

export function createPasswordHasher(): PasswordHasher {
  const dummy = encode(randomBytes(16), randomBytes(COST.tagLength));
  return {
    async hash(password) {
      const salt = randomBytes(16);
      return encode(salt, await tag(password, salt, COST));
    },
    async verify(password, hash) {
      const { cost, salt, expected } = decode(hash ?? dummy);
      const same = timingSafeEqual(await tag(password, salt, { ...cost, tagLength: expected.length }), expected);
      return same && hash !== undefined;
    },
    isOutdated: (hash) => !hash.startsWith(`${head(COST)}$`),
  };
}

interface Cost {
  /** In KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

const tag = (password: string, salt: Buffer, cost: Cost & { tagLength: number }): Promise<Buffer> =>
  derive('argon2id', { ...cost, message: password.normalize('NFC'), nonce: salt }) as Promise<Buffer>;

const head = ({ memory, passes, parallelism }: Cost): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}`;

const encode = (salt: Buffer, value: Buffer): string => [head(COST), base64(salt), base64(value)].join('$');

/** Each hash names its costs, so that they can be raised while older hashes stay valid. */
const HASH = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([\w+/]+)\$([\w+/]+)$/;

function decode(hash: string): { cost: Cost; salt: Buffer; expected: Buffer } {
  const [, memory, passes, parallelism, salt = '', value = ''] = HASH.exec(hash) ?? [];
  if (!memory) throw new Error('A password hash is not of this shop');
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    expected: Buffer.from(value, 'base64'),
  };
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
