import { type Attack, base64url, bearer, type Forger } from './forger.ts';

/** Headers that name a key in an odd way, bring one along, point to one, or say that the token is something else. */
export function headerAttacks(forger: Forger): Attack[] {
  return [...keyNames(forger), ...broughtKeys(forger), ...kinds(forger)].map(([name, token]) => [name, bearer(token)]);
}

type Named = [string, string];

function keyNames({ kid, ownSigned, signed, hmac }: Forger): Named[] {
  const names: [string, unknown][] = [
    ['a path', '../../../../dev/null'],
    ['an absolute path', '/dev/null'],
    ['a path of Windows', 'C:\\Windows\\win.ini'],
    ['the environment of the process', '/proc/self/environ'],
    ['a file address', 'file:///etc/hostname'],
    ['a web address', 'https://evil.example/key.pem'],
    ['SQL that is always true', "' or '1'='1"],
    ['SQL that brings a key', "x' union select 'key' --"],
    ['SQL that destroys', "'; drop table signing_key; --"],
    ['a command', '| whoami'],
    ['a name that every object has', '__proto__'],
    ['another name that every object has', 'constructor'],
    ['a method of the list of keys', 'get'],
    ['nothing', ''],
    ['null', null],
    ['a number', 0],
    ['true', true],
    ['a list of the right one', [kid]],
    ['an object', { toString: kid }],
    ['a name that never was', '00000000-0000-4000-8000-000000000000'],
    ['the right one in capitals', kid.toUpperCase()],
    ['the right one and a zero byte', `${kid}\u0000`],
    ['the right one and a space', `${kid} `],
    ['the right one with a letter that only looks the same', `${kid.slice(0, -1)}\u0430`],
    ['the right one twice', `${kid},${kid}`],
    ['eight thousand letters', 'k'.repeat(8_000)],
  ];
  const { kid: _gone, ...without } = { kid, alg: 'EdDSA', typ: 'at+jwt' };
  return [
    ...names.map(([what, name]): Named => [`kid: ${what}, with a key of its own`, ownSigned({ kid: name })]),
    ...names
      .slice(13, 25)
      .map(([what, name]): Named => [`kid: ${what}, signed by the shop`, signed({ header: { kid: name } })]),
    ['kid: none, signed by the shop', signed({ header: { ...without, kid: undefined } })],
    ['kid: an empty file, HMAC with nothing', hmac('sha256', '', { kid: '/dev/null' })],
    ['kid: SQL that brings a secret, HMAC with it', hmac('sha256', 'key', { kid: "x' union select 'key' --" })],
  ];
}

function broughtKeys({ own, ownSigned, signed, publicJwk, kid }: Forger): Named[] {
  const jwk = own.ed25519.publicKey.export({ format: 'jwk' });
  const brought: [string, object][] = [
    ['jwk', { jwk }],
    ['jwk under the name of ours', { jwk: { ...jwk, kid } }],
    ['jwk, no kid', { jwk, kid: undefined }],
    ['jwks', { jwks: { keys: [{ ...jwk, kid }] } }],
    ['jku', { jku: 'https://evil.example/keys.json' }],
    ['jku of the shop with somebody else inside', { jku: 'http://shop.test@evil.example/keys.json' }],
    ['jku of a service inside', { jku: 'http://169.254.169.254/latest/meta-data' }],
    ['jku of a file', { jku: 'file:///etc/passwd' }],
    ['jku as data', { jku: `data:application/json;base64,${base64url(JSON.stringify({ keys: [jwk] }))}` }],
    ['x5u', { x5u: 'https://evil.example/certificate.pem' }],
    ['x5c', { x5c: [own.ed25519.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')] }],
    ['x5t', { x5t: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['x5t#S256', { 'x5t#S256': base64url(Buffer.alloc(32)) }],
    ['a key in epk', { epk: jwk }],
  ];
  return [
    ...brought.map(([what, its]): Named => [`${what}, with that key`, ownSigned(its)]),
    ['jwk: our own, signed by the shop', signed({ header: { jwk: publicJwk } })],
    ['jku, signed by the shop', signed({ header: { jku: 'https://evil.example/keys.json' } })],
    ['x5u, signed by the shop', signed({ header: { x5u: 'https://evil.example/certificate.pem' } })],
    ['x5c, signed by the shop', signed({ header: { x5c: ['MII'] } })],
  ];
}

function kinds({ signed, claims, header, joined, ownSigned, victim }: Forger): Named[] {
  const typ = (its: unknown): Named => [
    `typ ${JSON.stringify(its)}, signed by the shop`,
    signed({ header: { typ: its } }),
  ];
  const crit = (its: unknown, more: object = {}): Named => [
    `crit ${JSON.stringify(its)}, signed by the shop`,
    signed({ header: { crit: its, ...more } }),
  ];
  const odd = (what: string, text: string): Named => [
    `the header is ${what}`,
    `${base64url(text)}.${victim.token.split('.').slice(1).join('.')}`,
  ];
  return [
    ...['JWT', 'jwt', '', null, 'id+jwt', 'rt+jwt', 'dpop+jwt', 'JOSE', 'at+jwt2', 0, ['at+jwt']].map(typ),
    ['typ absent, signed by the shop', signed({ header: { typ: undefined } })],
    crit(['exp']),
    crit([]),
    crit('exp'),
    crit(null),
    crit(['b64'], { b64: false }),
    crit(['http://evil.example/extension'], { 'http://evil.example/extension': true }),
    crit(['alg']),
    [
      'a payload that is not encoded',
      joined(JSON.stringify({ ...header, b64: false, crit: ['b64'] }), JSON.stringify(claims), () => Buffer.alloc(64)),
    ],
    ['a token in a token', ownSigned({ cty: 'JWT' })],
    odd('no JSON', 'EdDSA'),
    odd('half an object', '{"alg":"EdDSA"'),
    odd('null', 'null'),
    odd('a list', '[]'),
    odd('a text', '"EdDSA"'),
    odd('an empty object', '{}'),
    odd('no UTF-8', '\u00ff\u00fe'),
    odd('as deep as a well', '['.repeat(2_000) + ']'.repeat(2_000)),
    odd('one with the fields of every object', `{"__proto__":${JSON.stringify(header)}}`),
  ];
}
