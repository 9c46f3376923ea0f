import { describe, expect, test } from 'vitest';
import { Email } from '#model/kernel/email.ts';
import { mintResetToken } from '#services/identity/reset-password.ts';
import { closeSession, openSession } from '#services/identity/sessions.ts';
import { changeRights, type RightsDeed } from '#services/people/change-rights.ts';
import { ownShop, type Person } from '../harness/own-shop.ts';

const shop = await ownShop();
const tool = await shop.tool({ available: 10_000 });
const DAY = 86_400_000;

/** What a session and its token are answered: a read, a write, and whether a new token is given. */
async function answers(who: Person): Promise<number[]> {
  const { email, cookie } = who;
  const headers = { authorization: `Bearer ${who.token}` };
  const contact = { phone: '5550142200', address: '1 Main Street' };
  const order = { ...contact, quantity: 5, tools_price: 10, tools_id: tool.id };
  const asked = await Promise.all([
    shop.call('listMyOrders', { params: { email }, headers }),
    shop.call('placeOrder', { body: order, headers }),
    shop.call('issueToken', { params: { email }, body: { email }, headers: { cookie } }),
  ]);
  return asked.map(({ status }) => status);
}

const signedInAgain = async (person: Person): Promise<Person> => {
  const secret = await openSession(shop.context.db, person.id, shop.context.clock());
  return shop.renewed({ ...person, cookie: `__Host-sid=${secret}` });
};

const rights = (person: Person, deed: RightsDeed) => changeRights(shop.context, Email.parse(person.email), deed);

test('of 129 sessions not one outlives a new password, neither its cookie nor its token', async () => {
  const person = await shop.person();
  const sessions = [person];
  while (sessions.length < 129) sessions.push(await signedInAgain(person));
  const [first] = sessions;
  expect(await answers(first as Person)).toEqual([200, 200, 200]);
  const token = await mintResetToken(shop.context.db, person.id, shop.context.clock());
  const { status } = await shop.call('resetPassword', { body: { token, password: 'a new password' } });
  expect(status).toBe(200);
  // One after the other: the shop has places for so many calls at once.
  for (const session of sessions) expect(await answers(session)).toEqual([401, 401, 401]);
  expect(await shop.sql`select 1 from session where person_id = ${person.id}`).toEqual([]);
});

describe('a session that is over at the next request', () => {
  const ends: [string, (person: Person) => Promise<unknown>][] = [
    ['signed out', ({ cookie }) => shop.call('signOut', { headers: { cookie } })],
    ['signed out by the verb', ({ cookie }) => closeSession(shop.context, cookie.split('=')[1] ?? '')],
    ['ended by the owner of the shop', (person) => rights(person, 'sign-out')],
    ['of somebody who was disabled', (person) => rights(person, 'disable')],
    [
      'of somebody who was disabled and enabled',
      async (person) => [await rights(person, 'disable'), await rights(person, 'enable')],
    ],
    [
      'of somebody who was made an admin and a customer again',
      async (person) => [await rights(person, 'grant'), await rights(person, 'demote')],
    ],
    ['of a row that was deleted', ({ id }) => shop.sql`delete from session where person_id = ${id}`],
  ];
  test.each(ends)('%s', async (_how, end) => {
    const person = await shop.person();
    expect(await answers(person)).toEqual([200, 200, 200]);
    await end(person);
    expect(await answers(person)).toEqual([401, 401, 401]);
  });

  test.each([
    ['after a week without use', 7 * DAY + 1000, 1],
    ['after thirty days of use', 5 * DAY, 7],
  ])('%s, also for a token of this very moment', async (_when, pause, times) => {
    const person = await shop.person();
    const claims = async () => {
      const [row] = await shop.sql`select id from session where person_id = ${person.id}`;
      return { personId: person.id, sessionId: row?.id as string };
    };
    for (let n = 1; n < times; n += 1) {
      shop.passTime(pause);
      await shop.renewed(person);
    }
    shop.passTime(pause);
    const token = await shop.context.tokens.sign(await claims(), shop.context.clock());
    expect(await answers({ ...person, token })).toEqual([401, 401, 401]);
  });
});

test('what somebody may no longer do is refused at the next request of a session that lives on', async () => {
  const admin = await shop.person('admin');
  expect((await shop.call('listOrders', {}, admin)).status).toBe(200);
  await shop.sql`update person set role = 'customer' where id = ${admin.id}`;
  expect((await shop.call('listOrders', {}, admin)).status).toBe(403);
  expect((await shop.call('makeAdmin', { params: { email: admin.email } }, admin)).status).toBe(403);
});
