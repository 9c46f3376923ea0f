import { randomUUID } from 'node:crypto';
import { type Attack, bearer, type Forger } from './forger.ts';

/** Tokens that the shop's own key has signed, and that say what the shop never says. */
export function claimAttacks(forger: Forger): Attack[] {
  const { signed } = forger;
  return [
    ...wrongClaims(forger).map(
      ([name, value]): Attack => [`${name}: ${shown(value)}`, bearer(signed({ claims: { [name]: value } }))],
    ),
    ...payloads(forger).map(([what, payload]): Attack => [`the payload is ${what}`, bearer(signed({ payload }))]),
  ];
}

const shown = (value: unknown): string => (value === undefined ? 'absent' : (JSON.stringify(value) ?? '').slice(0, 60));

function wrongClaims({ now, claims, otherClaims }: Forger): [string, unknown][] {
  const { sub, sid, iss } = claims;
  const of = (name: string, values: unknown[]) => values.map((value): [string, unknown] => [name, value]);
  return [
    ...of('exp', [undefined, null, now, now - 1, now - 86_400, 0, -1, '9999999999', `${now + 300}`, true, [now + 300]]),
    ...of('exp', [{ $gt: 0 }, now * 1000, now + 3_600, 2 ** 53, Number.MAX_VALUE]),
    ...of('nbf', [now + 1, now + 3_600, `${now}`, null, [now], {}]),
    ...of('iat', [undefined, null, `${now}`, now + 3_600, now - 315_360_000, 0, {}]),
    ...of('aud', [undefined, null, '', 'other-api', ['other-api'], [], 0, true, {}, 'TOOLS-API', 'tools-api ']),
    ...of('aud', ['tools-api,other-api', 'tools-api\u0000', 'tools', '*', [['tools-api']]]),
    ...of('iss', [undefined, null, '', 'https://other.example', `${iss}/`, iss.toUpperCase(), `${iss}:80`, [iss]]),
    ...of('iss', [iss.replace('http:', 'https:'), `${iss}.evil.example`, `${iss}@evil.example`, { iss }]),
    ...of('sub', [
      undefined,
      null,
      '',
      otherClaims.sub,
      randomUUID(),
      sub.toUpperCase(),
      `${sub} `,
      [sub],
      { id: sub },
    ]),
    ...of('sub', [0, true, 'admin', '*', `${sub}\u0000`, "' or '1'='1", `{${sub}}`, sub.replaceAll('-', '')]),
    ...of('sid', [undefined, null, '', otherClaims.sid, randomUUID(), `{${sid}}`, sid.replaceAll('-', ''), [sid]]),
    ...of('sid', [sid.toUpperCase(), `${sid} `, ` ${sid}`, `${sid}\u0000`, { id: sid }, 0, true, 'null', '*', '%']),
    ...of('sid', ["' or '1'='1", "'; delete from session; --", '\ud800', 's'.repeat(6_000), `${sid}::uuid`]),
    ...of('jti', [undefined, null, '', 0, ['x'], {}]),
  ];
}

function payloads({ claims, otherClaims }: Forger): [string, string][] {
  const text = JSON.stringify(claims);
  const twice = (name: string, value: string) => text.replace(/\}$/, `,"${name}":${JSON.stringify(value)}}`);
  return [
    ['empty', ''],
    ['null', 'null'],
    ['a list', `[${text}]`],
    ['a text', JSON.stringify(text)],
    ['a number', '1'],
    ['no JSON', text.slice(0, -1)],
    ['JSON and more', `${text}{}`],
    ['JSON and a zero byte', `${text}\u0000`],
    ['JSON with a comment', `${text}//`],
    ['an object with nothing in it', '{}'],
    ['claims inside claims', JSON.stringify({ claims })],
    ['claims that every object has', `{"__proto__":${text}}`],
    ['one with two subjects, the second somebody else', twice('sub', otherClaims.sub)],
    ['one with two sessions, the second somebody else\u2019s', twice('sid', otherClaims.sid)],
    ['one that ends at 1e309', text.replace(/"exp":\d+/, '"exp":1e309')],
    ['one that ends at NaN', text.replace(/"exp":\d+/, '"exp":NaN')],
  ];
}
