import { type Attack, bearer, type Forger } from './forger.ts';

/** Good tokens and cookies that come in a way in which none may come, and words that are no token. */
export function carrierAttacks({ victim, other, ownSigned }: Forger): Attack[] {
  const { token, cookie } = victim;
  const says = (name: string, authorization: string): Attack => [name, { authorization }];
  const forged = ownSigned();
  return [
    ...['Basic', 'Digest', 'DPoP', 'JWT', 'Token', 'Negotiate', 'ApiKey', 'AWS4-HMAC-SHA256', 'Bear', 'Bearers'].map(
      (scheme) => says(`the scheme ${scheme}`, `${scheme} ${token}`),
    ),
    says('no scheme', token),
    says('no space', `Bearer${token}`),
    says('two spaces', `Bearer  ${token}`),
    says('a tab', `Bearer\t${token}`),
    says('a no-break space', `Bearer\u00a0${token}`),
    says('a colon', `Bearer: ${token}`),
    says('an equals sign', `Bearer=${token}`),
    says('the scheme twice', `Bearer Bearer ${token}`),
    says('quotes', `Bearer "${token}"`),
    says('angle brackets', `Bearer <${token}>`),
    says('a name', `Bearer token=${token}`),
    says('a word behind', `Bearer ${token} x`),
    says('a semicolon behind', `Bearer ${token};`),
    says('a space within', `Bearer ${token.replace('.', ' .')}`),
    says('a good token twice', `Bearer ${token}, Bearer ${token}`),
    says('a good one behind a forged one', `Bearer ${forged}, Bearer ${token}`),
    says('a forged one behind a good one', `Bearer ${token}, Bearer ${forged}`),
    says('Basic with the token as password', `Basic ${Buffer.from(`${victim.email}:${token}`).toString('base64')}`),
    says('Basic with the password', `Basic ${Buffer.from(`${victim.email}:${victim.password}`).toString('base64')}`),
    ...['', 'Bearer', 'Bearer ', 'Bearer null', 'Bearer undefined', 'Bearer [object Object]', 'Bearer true'].map(
      (word) => says(`the word ${JSON.stringify(word)}`, word),
    ),
    ...['Bearer a.b', 'Bearer a.b.c', 'Bearer {}', 'Bearer *', "Bearer ' or 1=1 --", 'Bearer $2b$10$x.y.z'].map(
      (word) => says(`the words ${JSON.stringify(word)}`, word),
    ),
    says('the id of the person', `Bearer ${victim.id}`),
    says('the secret of the cookie', `Bearer ${cookie.split('=')[1]}`),
    says('a header of eight thousand letters', `Bearer ${'x'.repeat(8_000)}.y.z`),
    says('a payload of a million letters', `Bearer x.${'y'.repeat(1_000_000)}.z`),
    says('a signature of a million letters', `Bearer ${token}${'z'.repeat(1_000_000)}`),
    says('a million dots', `Bearer ${'.'.repeat(1_000_000)}`),
    ['the cookie alone', { cookie }],
    ['the cookie and a forged token', { cookie, ...bearer(forged) }],
    ['the cookie and the token of nobody', { cookie, authorization: 'Bearer null' }],
    ['the cookie and an unsigned token', { cookie, ...bearer(`${token.split('.').slice(0, 2).join('.')}.`) }],
    ['the token as a cookie', { cookie: `__Host-sid=${token}` }],
    ['the token as the cookie of a page', { cookie: `access-token=${token}` }],
    ['somebody else\u2019s cookie alone', { cookie: other.cookie }],
    ...[
      'proxy-authorization',
      'x-authorization',
      'authentication',
      'x-access-token',
      'x-auth-token',
      'x-forwarded-authorization',
    ].map((name): Attack => [`the token in ${name}`, { [name]: `Bearer ${token}` }]),
    ...['x-user', 'x-user-id', 'x-remote-user', 'x-forwarded-user', 'x-original-user', 'remote-user'].map(
      (name): Attack => [`a name in ${name}`, { [name]: victim.email }],
    ),
    ['a call made in the name of the shop itself', { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' }],
    ['another method named in a header', { cookie, 'x-http-method-override': 'GET', 'x-original-url': '/tools' }],
  ];
}
