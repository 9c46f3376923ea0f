import { constants, type KeyObject, sign } from 'node:crypto';
import { type Attack, base64url, bearer, type Forger } from './forger.ts';

/** Signatures that are none, of another kind, or made with the public key as if it were a secret. */
export function algorithmAttacks(forger: Forger): Attack[] {
  return [...unsigned(forger), ...confused(forger), ...foreignKeys(forger), ...emptyProofs(forger)].map(
    ([name, token]) => [name, bearer(token)],
  );
}

type Named = [string, string];

const NONE: [string, string][] = [
  ...['none', 'None', 'NONE', 'nOnE', 'none ', '\tnone', '', 'null', 'undefined', 'false'].map(
    (alg): [string, string] => [JSON.stringify(alg), JSON.stringify(alg)],
  ),
  ['none with a letter escaped', '"n\\u006fne"'],
  ['null itself', 'null'],
  ['a list', '["none"]'],
  ['a list that begins rightly', '["EdDSA","none"]'],
  ['a number', '0'],
];

function unsigned({ victim, kid }: Forger): Named[] {
  const [, payload, signature] = victim.token.split('.');
  const head = (alg: string) => base64url(`{"alg":${alg},"typ":"at+jwt","kid":"${kid}"}`);
  return [
    ...NONE.map(([what, alg]): Named => [`alg ${what}, no signature`, `${head(alg)}.${payload}.`]),
    ...NONE.map(([what, alg]): Named => [`alg ${what}, the old signature`, `${head(alg)}.${payload}.${signature}`]),
    ['no alg at all', `${base64url(`{"typ":"at+jwt","kid":"${kid}"}`)}.${payload}.${signature}`],
    ['alg twice, the second one none', `${head('"EdDSA","alg":"none"')}.${payload}.AA`],
    ['alg twice, the first one none', `${head('"none","alg":"EdDSA"')}.${payload}.${signature}`],
  ];
}

function confused({ hmac, publicKey, publicJwk, kid, signed }: Forger): Named[] {
  const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string;
  const x = publicJwk.x ?? '';
  const secrets: [string, string | Buffer][] = [
    ['the PEM', pem],
    ['the PEM without its last line end', pem.trim()],
    ['the PEM with the line ends of Windows', pem.replaceAll('\n', '\r\n')],
    ['the DER', publicKey.export({ type: 'spki', format: 'der' })],
    ['the JWK', JSON.stringify(publicJwk)],
    ['the raw bytes', Buffer.from(x, 'base64url')],
    ['the bytes as text', x],
    ['the name of the key', kid],
    ['no secret', ''],
  ];
  return [
    ...['sha256', 'sha384', 'sha512'].flatMap((hash) =>
      secrets.map(([what, secret]): Named => [`HMAC ${hash} with ${what}`, hmac(hash, secret)]),
    ),
    ['an HMAC with the PEM that calls itself EdDSA', hmac('sha256', pem, { alg: 'EdDSA' })],
    ...['Ed25519', 'eddsa', 'EDDSA', 'EdDSA ', 'Ed448', 'RS256', 'ES256', 'HS256'].map(
      (alg): Named => [`signed by the shop, called ${JSON.stringify(alg)}`, signed({ header: { alg } })],
    ),
  ];
}

function foreignKeys({ own, ownSigned }: Forger): Named[] {
  const rsa =
    (hash: string, pss = false) =>
    (text: string) =>
      sign(hash, Buffer.from(text), {
        key: own.rsa.privateKey,
        ...(pss ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST } : {}),
      });
  const ec = (hash: string, key: KeyObject) => (text: string) =>
    sign(hash, Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  const ways: [string, (text: string) => Buffer][] = [
    ['RS256', rsa('sha256')],
    ['RS384', rsa('sha384')],
    ['RS512', rsa('sha512')],
    ['PS256', rsa('sha256', true)],
    ['PS384', rsa('sha384', true)],
    ['PS512', rsa('sha512', true)],
    ['ES256', ec('sha256', own.p256.privateKey)],
    ['ES384', ec('sha384', own.p384.privateKey)],
    ['ES512', ec('sha512', own.p521.privateKey)],
    ['ES256K', ec('sha256', own.k256.privateKey)],
    ['Ed448', (text) => sign(null, Buffer.from(text), own.ed448.privateKey)],
  ];
  return [
    ...ways.map(([alg, how]): Named => [`${alg} with a key of its own`, ownSigned({ alg }, how)]),
    ...ways.map(([alg, how]): Named => [`${alg} with a key of its own, called EdDSA`, ownSigned({}, how)]),
    ['EdDSA with a key of its own', ownSigned()],
  ];
}

/** Signatures that careless mathematics takes for good, and tokens that are encrypted instead of signed. */
function emptyProofs({ ownSigned, kid }: Forger): Named[] {
  const small = Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]);
  const part = base64url('x');
  const jwe = (its: object) =>
    `${base64url(JSON.stringify({ typ: 'at+jwt', kid, ...its }))}.${part}.${part}.${part}.${part}`;
  return [
    ['an Ed25519 signature of zeros', ownSigned({}, () => Buffer.alloc(64))],
    ['an Ed25519 signature of a point of small order', ownSigned({}, () => small)],
    ['an Ed25519 signature of ones', ownSigned({}, () => Buffer.alloc(64, 255))],
    ['an ES256 signature of zeros', ownSigned({ alg: 'ES256' }, () => Buffer.alloc(64))],
    ['an empty DER signature', ownSigned({ alg: 'ES256' }, () => Buffer.from('30060201000201', 'hex'))],
    ['a token encrypted with "dir"', jwe({ alg: 'dir', enc: 'A256GCM' })],
    ['a token encrypted by password, with very many rounds', jwe({ alg: 'PBES2-HS256+A128KW', p2c: 2_000_000_000 })],
    ['a token encrypted for an RSA key', jwe({ alg: 'RSA-OAEP', enc: 'A128GCM', zip: 'DEF' })],
  ];
}
