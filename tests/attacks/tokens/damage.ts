import { type Attack, base64url, bearer, type Forger } from './forger.ts';

/** A good token that was cut, bent or put together wrongly. */
export function damageAttacks(forger: Forger): Attack[] {
  return [...cut(forger), ...bent(forger), ...respelt(forger), ...mixed(forger), ...dotted(forger)].map(
    ([name, token]) => [name, bearer(token)],
  );
}

type Named = [string, string];

const PARTS = ['header', 'payload', 'signature'];

const partsOf = (token: string) => token.split('.') as [string, string, string];
const withPart = (token: string, at: number, part: string) => partsOf(token).with(at, part).join('.');

function cut({ victim: { token } }: Forger): Named[] {
  return PARTS.flatMap((name, at) => {
    const part = partsOf(token)[at] ?? '';
    const lengths = [0, 1, Math.floor(part.length / 2), part.length - 4, part.length - 1];
    return lengths.map(
      (length): Named => [
        `${length} of ${part.length} letters of the ${name}`,
        withPart(token, at, part.slice(0, length)),
      ],
    );
  });
}

/** One bit of another value, at places all over each part. */
function bent({ victim: { token } }: Forger): Named[] {
  return PARTS.flatMap((name, at) => {
    const bytes = Buffer.from(partsOf(token)[at] ?? '', 'base64url');
    const places = Array.from({ length: 16 }, (_, n) => Math.floor((n * bytes.length) / 16));
    return places.map((place, n): Named => {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ (1 << (n % 8));
      return [`bit ${n % 8} of byte ${place} of the ${name}`, withPart(token, at, base64url(changed))];
    });
  });
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The same bytes in letters that no encoder writes. */
function respelt({ victim: { token } }: Forger): Named[] {
  const signature = partsOf(token)[2];
  const last = ALPHABET.indexOf(signature.at(-1) ?? '');
  const others = Array.from({ length: 15 }, (_, n) => ALPHABET[(last & ~15) | ((last + n + 1) & 15)] ?? '');
  const padded = PARTS.map(
    (name, at): Named => [`the ${name} filled up with =`, withPart(token, at, `${partsOf(token)[at]}==`)],
  );
  return [
    ...others.map(
      (letter): Named => [
        `a last letter ${letter} that means the same`,
        withPart(token, 2, signature.slice(0, -1) + letter),
      ],
    ),
    ...padded,
    ['the signature and a letter more', `${token}A`],
    ['the signature with a space', withPart(token, 2, `${signature.slice(0, 40)} ${signature.slice(40)}`)],
    ['the signature twice', withPart(token, 2, signature + signature)],
    ['the signature in hex', withPart(token, 2, Buffer.from(signature, 'base64url').toString('hex'))],
    ['the signature in capitals', withPart(token, 2, signature.toUpperCase())],
    ['all of it in base64', Buffer.from(token).toString('base64')],
    ['the dots escaped', token.replaceAll('.', '%2e')],
    ['the dots as commas', token.replaceAll('.', ',')],
  ];
}

function mixed({ victim, other, signed }: Forger): Named[] {
  const one = partsOf(victim.token);
  const two = partsOf(other.token);
  const three = partsOf(signed({ claims: { jti: 'another' } }));
  const [header, payload, signature] = one;
  return [
    ['the payload of somebody else', [header, two[1], signature].join('.')],
    ['the signature of somebody else', [header, payload, two[2]].join('.')],
    ['the signature of a later token', [header, payload, three[2]].join('.')],
    ['the payload of a later token', [header, three[1], signature].join('.')],
    ['the payload first', [payload, header, signature].join('.')],
    ['the signature first', [signature, header, payload].join('.')],
    ['the header last', [payload, signature, header].join('.')],
    ['header and signature exchanged', [signature, payload, header].join('.')],
    ['payload and signature exchanged', [header, signature, payload].join('.')],
    ['the payload three times', [payload, payload, payload].join('.')],
  ];
}

function dotted({ victim: { token } }: Forger): Named[] {
  const [header, payload, signature] = partsOf(token);
  return [
    ['a dot before', `.${token}`],
    ['a dot behind', `${token}.`],
    ['two dots behind the header', `${header}..${payload}.${signature}`],
    ['two dots before the signature', `${header}.${payload}..${signature}`],
    ['three dots', '...'],
    ['two dots', '..'],
    ['a fourth part', `${token}.${signature}`],
    ['five parts', `${token}.${payload}.${signature}`],
    ['no signature and no dot for it', `${header}.${payload}`],
    ['the header alone', header],
    ['no dots', token.replaceAll('.', '')],
  ];
}
