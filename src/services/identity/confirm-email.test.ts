import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { success } from '#model/kernel/outcome.ts';
import { ORIGIN, ownShop, type Person, type TestShop } from '../../../tests/harness/own-shop.ts';
import { confirmEmail } from './confirm-email.ts';
import { mintResetToken, resetPassword } from './reset-password.ts';
import { signUp } from './sign-up.ts';

const HOUR = 3_600_000;
const offer = { percent: 30, confirmedOnly: true };
const ended = { status: 410, body: { code: 'confirmation_ended' } };
const address = () => `p-${randomUUID()}@example.com`;

/** Sends what is waiting. The rows are written with the database's own time, which may be ahead of the shop's clock. */
async function deliver(shop: TestShop) {
  shop.passTime(120_000);
  await shop.work();
}
const mailsTo = (shop: TestShop, email: string) =>
  shop.mailbox.mails().filter((mail) => mail.recipients.includes(email));
const tokensTo = (shop: TestShop, email: string) =>
  mailsTo(shop, email).flatMap(({ text }) => /\/confirm-email#token=([\w-]{43})\s/.exec(text)?.[1] ?? []);
const confirm = (shop: TestShop, token: string, password?: string) =>
  shop.call('confirmEmail', { body: { token, ...(password !== undefined && { password }) } });
const again = (shop: TestShop, one: Person) => shop.call('requestConfirmation', { headers: { cookie: one.cookie } });
const proofOf = async (shop: TestShop, { id }: Person) =>
  (await shop.sql`select email_proof as proof from person where id = ${id}`)[0]?.proof;

describe('where the offer wants a confirmed e-mail', async () => {
  const shop = await ownShop(undefined, undefined, { offer, confirmation: 'asked' });
  const stateOf = async (one: Person) => (await shop.call('getOffer', {}, one)).body.state;
  const newcomer = async () => {
    const one = await shop.person();
    await deliver(shop);
    const [token = ''] = tokensTo(shop, one.email);
    return { one, token };
  };

  test('sign-up signs in at once and sends a mail, whose link confirms, signed in or not, and opens the offer', async () => {
    const { one, token } = await newcomer();
    expect(mailsTo(shop, one.email).map((mail) => mail.subject)).toEqual(['Confirm your email for Toolyard']);
    expect(mailsTo(shop, one.email)[0]?.text).toContain(`${ORIGIN}/confirm-email#token=`);
    expect(await stateOf(one)).toBe('unconfirmed');
    const confirmed = await confirm(shop, token);
    expect(confirmed).toMatchObject({ status: 200, body: { acknowledged: true, account: 'confirmed' } });
    expect(confirmed.headers.get('set-cookie')).toBeNull();
    expect(await proofOf(shop, one)).toBe('mail');
    expect(await stateOf(one)).toBe('open');
    const profile = await shop.call('getProfile', { params: { email: one.email } }, one);
    expect(profile.body.emailConfirmed).toBe(true);
    const deeds = await shop.sql`select action from audit where target = ${one.id}`;
    expect(deeds.map((row) => row.action)).toContain('email.confirmed');
  });

  test('what the test mailbox shows to everybody is the proof of a stand-in', async () => {
    const [link, reset] = [await newcomer(), await newcomer()];
    const context = { ...shop.context, mailer: { send: async () => success(undefined), standIn: true } };
    await confirmEmail(context, { token: link.token });
    const token = await mintResetToken(shop.context.db, reset.one.id, shop.context.clock());
    await resetPassword(context, { token, password: 'secret2' });
    expect([await proofOf(shop, link.one), await proofOf(shop, reset.one)]).toEqual(['stand-in', 'stand-in']);
  });

  test('a page that is only looked at confirms nothing: GET is no call', async () => {
    const { one, token } = await newcomer();
    for (const path of ['/auth/confirm-email', `/auth/confirm-email?token=${token}`])
      expect((await shop.app.request(`${ORIGIN}${path}`)).status).toBe(404);
    expect(await proofOf(shop, one)).toBeNull();
    expect((await confirm(shop, token)).status).toBe(200);
  });

  test('a link works once, for a day, and a made-up one never', async () => {
    const { token } = await newcomer();
    const { one: late, token: old } = await newcomer();
    for (const made of ['', 'x', `${token}A`, token.toUpperCase(), randomBytes(32).toString('base64url')])
      expect(await confirm(shop, made)).toMatchObject(ended);
    expect((await confirm(shop, 'x'.repeat(201))).status).toBe(400);
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(shop, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    shop.passTime(24 * HOUR);
    expect(await confirm(shop, old)).toMatchObject(ended);
    expect(await proofOf(shop, late)).toBeNull();
  });

  test('a new address of somebody whose account is closed is not confirmed, and the link stays unused', async () => {
    const { one, token } = await newcomer();
    await shop.sql`update person set disabled_at = now() where id = ${one.id}`;
    expect(await confirm(shop, token)).toMatchObject(ended);
    expect(await proofOf(shop, one)).toBeNull();
    await shop.sql`update person set disabled_at = null where id = ${one.id}`;
    expect((await confirm(shop, token)).status).toBe(200);
  });

  test('the mail can be sent again, three times an hour, each link good; once confirmed there is none', async () => {
    const { one, token } = await newcomer();
    for (let n = 0; n < 3; n += 1)
      expect((await again(shop, one)).body).toEqual({ acknowledged: true, confirmation: 'mailed' });
    const refused = await again(shop, one);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(refused.body.detail).toMatch(/^Several mails were sent to you already, .* Try again in 60 minutes\.$/);
    expect(Number(refused.headers.get('retry-after'))).toBe(3600);
    await deliver(shop);
    expect(new Set(tokensTo(shop, one.email)).size).toBe(4);
    expect((await confirm(shop, token)).status).toBe(200);
    shop.passTime(HOUR);
    expect(await again(shop, one)).toMatchObject({
      status: 200,
      body: { acknowledged: true, confirmation: 'confirmed' },
    });
    await deliver(shop);
    expect(mailsTo(shop, one.email)).toHaveLength(4);
  });

  test('the token is nowhere in the database, only its hash', async () => {
    const { token } = await newcomer();
    const [row] = await shop.sql`
      select concat((select string_agg(t::text, ' ') from email_confirmation t), (select string_agg(t::text, ' ') from job t),
                    (select string_agg(t::text, ' ') from audit t)) as text`;
    expect(row?.text).not.toContain(token);
    expect(row?.text).not.toContain(Buffer.from(token).toString('hex'));
  });

  test('a reset by mail confirms as well', async () => {
    const { one } = await newcomer();
    await shop.call('requestReset', { body: { email: one.email } });
    await deliver(shop);
    const token = /reset-password#token=([\w-]{43})\s/.exec(mailsTo(shop, one.email)[0]?.text ?? '')?.[1];
    await shop.call('resetPassword', { body: { token, password: 'another secret' } });
    expect(await proofOf(shop, one)).toBe('mail');
  });
});

describe('where sign-up wants a confirmed e-mail', async () => {
  const shop = await ownShop(undefined, undefined, { offer, confirmation: 'required' });
  let network = 0;
  const ask = (email: string, password = 'secret') => {
    network += 1;
    return shop.call('signUp', { body: { name: 'Sam', email, password }, from: `198.51.100.${network}` });
  };
  const seen = ({ status, body, headers }: Awaited<ReturnType<typeof ask>>) => ({
    status,
    body,
    headers: [...headers].filter(([name]) => name !== 'x-request-id'),
  });
  const rows = async () =>
    (
      await shop.sql`
        select (select count(*)::int from person) as people, (select count(*)::int from pending_sign_up) as waiting,
               (select count(*)::int from job) as outbox, (select count(*)::int from audit) as audit,
               (select coalesce(sum(used), 0)::int from allowance) as allowance`
    )[0] ?? {};
  const known = async () => {
    const email = address();
    await ask(email);
    await deliver(shop);
    await confirm(shop, tokensTo(shop, email)[0] ?? '', 'secret');
    return email;
  };

  test('a known, an unknown and a closed address get the same answer after the same rows of work, and no session', async () => {
    const [taken, closed] = [await known(), await known()];
    await shop.sql`update person set disabled_at = now() where email = ${closed}`;
    const answers = [];
    for (const email of [address(), taken, closed]) {
      const before = await rows();
      const answer = seen(await ask(email));
      const after = await rows();
      answers.push({ ...answer, work: Object.entries(after).map(([name, n]) => [name, n - before[name]]) });
    }
    expect(answers[0]).toMatchObject({ status: 202, body: { confirmation: 'mailed' } });
    expect(answers[0]?.headers.some(([name]) => name === 'set-cookie')).toBe(false);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    await deliver(shop);
    expect(mailsTo(shop, taken)[0]?.subject).toBe('You already have an account at Toolyard');
    expect(mailsTo(shop, closed).map((mail) => mail.subject)).not.toContain('You already have an account at Toolyard');
  });

  test('the same statements run for a known address as for an unknown one', async () => {
    const taken = await known();
    const hashes: string[] = [];
    const context = {
      ...shop.context,
      hasher: {
        ...shop.context.hasher,
        hash: (secret: string) => {
          hashes.push(secret);
          return shop.context.hasher.hash(secret);
        },
      },
    };
    for (const email of [taken, address()])
      expect(
        await signUp(context, { name: 'Sam', email: email as never, password: 'secret', client: '192.0.2.1' }),
      ).toEqual({ ok: true, value: { mailed: true } });
    expect(hashes).toHaveLength(2);
  });

  test('no account is there before the link, and after it the password opens it', async () => {
    const email = address();
    expect((await ask(email, 'my own secret')).status).toBe(202);
    const enter = () => shop.call('signIn', { body: { email, password: 'my own secret' } });
    expect((await enter()).status).toBe(401);
    await deliver(shop);
    const [token = ''] = tokensTo(shop, email);
    expect(await confirm(shop, token)).toMatchObject({ status: 409, body: { code: 'sign_up_password' } });
    const confirmed = await confirm(shop, token, 'my own secret');
    expect(confirmed.body).toEqual({ acknowledged: true, account: 'opened' });
    expect(confirmed.headers.get('set-cookie')).toBeNull();
    expect((await enter()).status).toBe(200);
    expect(await confirm(shop, token)).toMatchObject(ended);
  });

  test('a stranger who signed up with an address opens nothing for it, and keeps its owner from nothing', async () => {
    const email = address();
    const enter = (password: string) => shop.call('signIn', { body: { email, password } });
    for (let n = 0; n < 3; n += 1) await ask(email, "a stranger's secret");
    await deliver(shop);
    const links = tokensTo(shop, email);
    expect(links).toHaveLength(3);
    // No mail is left for the owner in this hour: each link opens their own sign-up, as it shows whose the address is.
    await ask(email, 'the secret of its owner');
    await deliver(shop);
    expect(tokensTo(shop, email)).toEqual(links);
    const [link = '', ...others] = links;
    const guessed = await confirm(shop, link, 'no secret of a sign-up');
    expect(guessed).toMatchObject({ status: 403, body: { code: 'wrong_password', errors: [{ field: 'password' }] } });
    const opened = await Promise.all(links.map((token) => confirm(shop, token, 'the secret of its owner')));
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await enter("a stranger's secret")).status).toBe(401);
    expect((await enter('the secret of its owner')).status).toBe(200);
    for (const other of others) expect(await confirm(shop, other, "a stranger's secret")).toMatchObject(ended);
  });

  test('no number of sign-ups of strangers takes the place of the one that a link was sent for, and guessing waits', async () => {
    const email = address();
    await ask(email, 'the secret of its owner');
    await deliver(shop);
    const [own = ''] = tokensTo(shop, email);
    for (let n = 0; n < 12; n += 1) await ask(email, `a stranger's ${n}`);
    for (let n = 0; n < 5; n += 1) expect((await confirm(shop, own, 'guessed')).status).toBe(403);
    const waits = await confirm(shop, own, 'the secret of its owner');
    expect(waits).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    shop.passTime(2_000);
    expect((await confirm(shop, own, 'the secret of its owner')).body.account).toBe('opened');
  });

  test('one address gets three mails an hour, whoever asks; the answer stays the same', async () => {
    for (const email of [address(), await known()]) {
      const before = mailsTo(shop, email).length;
      shop.passTime(HOUR);
      for (let n = 0; n < 5; n += 1) expect((await ask(email)).status).toBe(202);
      await deliver(shop);
      expect(mailsTo(shop, email)).toHaveLength(before + 3);
    }
  });

  test('without a mail server nobody is told that a mail is on its way', async () => {
    const email = 'somebody@example.com' as never;
    const asked = await signUp(
      { ...shop.context, mailer: undefined },
      { name: 'Sam', email, password: 'secret', client: '192.0.2.1' },
    );
    expect(asked).toEqual({ ok: false, failure: { code: 'mail_unavailable' } });
  });
});

test('only the shop\u2019s own pages may confirm or ask', async () => {
  const shop = await ownShop();
  const one = await shop.person();
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', cookie: one.cookie };
  expect((await shop.call('confirmEmail', { body: { token: 'x' }, headers })).status).toBe(403);
  expect((await shop.call('requestConfirmation', { headers })).status).toBe(403);
});
