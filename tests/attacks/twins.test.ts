import { expect, test } from 'vitest';
import { ownShop } from '../harness/own-shop.ts';

const shop = await ownShop();
const EMAIL = 'kiss.fini@sky-mail.example.com';
const PASSWORD = 'secret of the first';
const [LOCAL = '', DOMAIN = ''] = EMAIL.split('@');

const spaces = ['\t', '\n', '\r\n', '\v', '\f', '\u00a0', '\u1680', '\u2003', '\u2028', '\u202f', '\u3000', '\ufeff'];
/** Addresses that a person, a mail server or a data base somewhere takes for the first one. */
const TWINS: string[] = [
  EMAIL.toUpperCase(),
  `${LOCAL.toUpperCase()}@${DOMAIN}`,
  `${LOCAL}@${DOMAIN.toUpperCase()}`,
  'Kiss.Fini@Sky-Mail.Example.Com',
  'kISS.fINI@sKY-mAIL.eXAMPLE.cOM',
  'kiss.fini@sky-mail.example.COM',
  ` ${EMAIL}`,
  `${EMAIL} `,
  `  ${EMAIL.toUpperCase()}  `,
  ...spaces.map((space) => `${space}${EMAIL}${space}`),
  // Letters that become the plain ones when they are made small, or large and small again.
  ...['\u212a', '\uff4b', '\u043a', '\u03ba', '\u1d0b', '\u{1d424}', '\u24da', 'k\u0301', 'k\u0335'].map((k) =>
    EMAIL.replace('k', k),
  ),
  ...['\u017f\u017f', '\u00df', '\u1e9e', '\u0455\u0455'].map((ss) => EMAIL.replace('ss', ss)),
  ...['\u0131', '\u0130', 'i\u0307', '\u0456', '\u1d62', '\u2170'].map((i) => EMAIL.replace('ki', `k${i}`)),
  ...['\ufb01', '\ufb03'].map((fi) => EMAIL.replace('fi', fi)),
  // Signs that are shown as nothing, or as the plain ones.
  ...['\u00ad', '\u200b', '\u200d', '\u2060', '\ufe0f', '\u202e', '\u0000', '\u034f'].map((sign) =>
    EMAIL.replace('.', `${sign}.`),
  ),
  ...['\uff0e', '\u3002', '\uff61', '\u2024', '..'].map((dot) => EMAIL.replace('.', dot)),
  ...['\uff20', '\ufe6b', '%40', '@@', ' @ '].map((at) => EMAIL.replace('@', at)),
  // Other ways of mail to write the same.
  ...[
    `"${LOCAL}"@${DOMAIN}`,
    `${LOCAL}@${DOMAIN}.`,
    `<${EMAIL}>`,
    `Kiss <${EMAIL}>`,
    `mailto:${EMAIL}`,
    `${EMAIL}(work)`,
  ],
  ...[
    `kiss\\.fini@${DOMAIN}`,
    `${LOCAL}@[${DOMAIN}]`,
    `${EMAIL},`,
    `${EMAIL};`,
    EMAIL.replace('-', '\u2010'),
    EMAIL.replace('-', '\u2011'),
  ],
];

test('60 twins of an address are one account, or no address at all', async () => {
  expect(TWINS.filter((twin, at) => TWINS.indexOf(twin) !== at)).toEqual([]);
  expect(TWINS.length).toBeGreaterThanOrEqual(60);
  const first = await shop.call('signUp', { body: { name: 'First', email: EMAIL, password: PASSWORD } });
  const { uid } = first.body;
  const token = await tokenOf(first.headers.get('set-cookie') ?? '');
  const wrong: string[] = [];
  let same = 0;
  for (const email of TWINS) {
    const say = (what: string) => wrong.push(`${JSON.stringify(email)}: ${what}`);
    const up = await shop.call('signUp', { body: { name: 'Second', email, password: 'secret of the second' } });
    if (up.status === 400) {
      const { status } = await shop.call('signIn', { body: { email, password: PASSWORD } });
      if (status !== 400) say(`cannot sign up, but in: ${status}`);
      continue;
    }
    same += 1;
    if (up.status !== 409) say(`sign-up ${up.status}`);
    const into = await shop.call('signIn', { body: { email, password: PASSWORD } });
    if (into.body.uid !== uid) say(`sign-in ${into.status}`);
    const headers = { authorization: `Bearer ${token}` };
    const orders = await shop.call('listMyOrders', { params: { email }, headers });
    if (orders.status !== 200) say(`path ${orders.status}`);
    const asked = await shop.call('requestReset', { body: { email }, from: `198.51.100.${same}` });
    if (asked.status !== 200) say(`reset ${asked.status}`);
  }
  expect(wrong).toEqual([]);
  // Those that differ in case and spaces only, and the sign for kelvin.
  expect(same).toBe(22);
  expect(await shop.sql`select email from person`).toEqual([{ email: EMAIL }]);
  expect(await shop.sql`select distinct payload ->> 'email' as email from job`).toEqual([{ email: EMAIL }]);
}, 120_000);

async function tokenOf(setCookie: string): Promise<string> {
  const cookie = setCookie.split(';')[0] ?? '';
  const issued = await shop.call('issueToken', {
    params: { email: EMAIL },
    body: { email: EMAIL },
    headers: { cookie },
  });
  return issued.body.token;
}
