import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/kernel/call.ts';
import { ordered } from '../../tests/harness/own-payments.ts';
import { keptPicture } from '../../tests/harness/own-picture.ts';
import { type CallInput, ownShop, type Person } from '../../tests/harness/own-shop.ts';
import { shopState } from '../../tests/harness/shop-state.ts';

const shop = await ownShop();
const tool = await shop.tool({ available: 10_000 });
const obsolete = await shop.tool();
const owner = await shop.person();
const order = await ordered(shop, owner, tool);
const unwanted = await ordered(shop, owner, tool);
const photo = await keptPicture(shop);

const actors = {
  nobody: undefined,
  'a damaged token': await damaged(),
  'the owner': owner,
  'another customer': await shop.person(),
  'an admin': await shop.person('admin'),
  'a disabled person': await disabled(),
  'a signed-out person': await signedOut(),
} satisfies Record<string, Person | undefined>;
type ActorName = keyof typeof actors;

/** What a rightful caller would send, for the owner's data. */
const inputs: Record<string, () => CallInput> = {
  signUp: () => ({ body: { name: 'New', email: `new-${randomUUID()}@example.com`, password: 'secret' } }),
  signIn: () => ({ body: { email: owner.email, password: owner.password } }),
  requestReset: () => ({ body: { email: owner.email } }),
  resetPassword: () => ({ body: { token: 'made-up', password: 'another secret' } }),
  issueToken: () => ({ params: { email: owner.email }, body: { email: owner.email } }),
  getTool: () => ({ params: { id: tool.id } }),
  addTool: () => ({
    body: { name: 'Rasp', description: '', min_quantity: '5', available_quantity: '10', price: '7', image: photo },
  }),
  deleteTool: () => ({ params: { id: obsolete.id } }),
  listStockMoves: () => ({ params: { id: tool.id } }),
  changeStock: () => ({ params: { id: tool.id }, body: { kind: 'restock', pieces: 5, reason: 'Delivery' } }),
  cancelOrder: () => ({ params: { id: unwanted.id } }),
  deleteOrder: () => ({ params: { id: unwanted.id } }),
  placeOrder: () => ({
    body: { phone: '5550142200', address: '1 Main Street', quantity: 5, tools_price: 10, tools_id: tool.id },
  }),
  createPaymentIntent: () => ({ body: { price: order.amount, order_id: order.id } }),
  updateProfile: () => ({
    params: { email: owner.email },
    body: {
      education: 'Carpentry',
      location: 'Leeds',
      phone: '5550142200',
      photo,
      linkedin: 'linkedin.com/in/sam',
    },
  }),
  makeAdmin: () => ({ params: { email: actors['an admin'].email } }),
  addReview: () => ({ body: { review: 'Good tools.', star: 4.5 } }),
  confirmPayment: () => ({ params: { id: order.id }, body: { order_id: order.id, transactionId: 'pi_none' } }),
};
const inputOf = (call: Call): CallInput =>
  inputs[call.name]?.() ??
  (call.path.includes('{email}')
    ? { params: { email: owner.email } }
    : call.path.includes('{id}')
      ? { params: { id: order.id } }
      : {});

/** What those who may make a call get for the input above, where that is not 200. */
const rightful: Record<string, number> = {
  uploadPicture: 415,
  confirmPayment: 409,
  shipOrder: 409,
  stripeWebhook: 400,
  resetPassword: 410,
};

function expected(call: Call, actor: ActorName): number {
  const answer = rightful[call.name] ?? 200;
  if (call.actor === 'anyone' || call.actor === 'provider') return answer;
  if (['nobody', 'a damaged token', 'a disabled person', 'a signed-out person'].includes(actor)) return 401;
  if (call.actor === 'admin') return actor === 'an admin' ? answer : 403;
  if (call.actor === 'customer' && actor === 'an admin') return 403;
  if (actor === 'the owner' || call.ownership === 'none') return answer;
  if (call.ownership === 'order') return 404;
  return call.name === 'isAdmin' && actor === 'an admin' ? 200 : 403;
}

const rows = Object.values(calls) as Call[];
const cells = rows.flatMap((call) =>
  (Object.keys(actors) as ActorName[]).map((actor) => ({
    call,
    name: call.name,
    actor,
    status: expected(call, actor),
  })),
);

describe('who may make which call', () => {
  test('the matrix has every call and every actor', () => {
    expect(cells).toHaveLength(rows.length * 7);
  });

  test.each(cells)('$name by $actor: $status', async ({ call, actor, status }) => {
    const before = await shopState(shop.sql);
    // Whoever is signed in and signs out or in again ends that session: these calls get the input, not the session.
    const caller = ['signUp', 'signIn', 'signOut'].includes(call.name) ? undefined : actors[actor];
    const answer = await shop.call(call.name, inputOf(call), caller);
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status });
    if (status === 200) return;
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await shopState(shop.sql)).toBe(before);
  });

  const bearerCalls = rows.filter((call) => !['anyone', 'provider', 'session'].includes(call.actor));
  test.each(bearerCalls.map(({ name }) => ({ name })))('$name is refused with the cookie alone', async ({ name }) => {
    const who = calls[name].actor === 'admin' ? actors['an admin'] : owner;
    const { cookie } = who;
    const answer = await shop.call(name, { ...inputOf(calls[name]), headers: { cookie } });
    expect(answer.status).toBe(401);
    expect(answer.body.code).toBe('signed_out');
  });

  test('the token alone is enough for the calls that want it, and not for the one that wants the cookie', async () => {
    const headers = { authorization: `Bearer ${owner.token}` };
    expect((await shop.call('listMyOrders', { params: { email: owner.email }, headers })).status).toBe(200);
    expect((await shop.call('issueToken', { ...inputs.issueToken?.(), headers })).status).toBe(401);
  });

  test('one person is not let in with the session of another', async () => {
    const other = actors['another customer'];
    const mixed = { ...owner, cookie: other.cookie };
    expect((await shop.call('issueToken', inputs.issueToken?.(), mixed)).status).toBe(403);
    expect((await shop.call('listMyOrders', { params: { email: other.email } }, mixed)).status).toBe(403);
  });

  test.each([
    '',
    'Bearer',
    'Bearer ',
    'Basic dTpw',
    'Bearer a.b',
    'Bearer a.b.c',
    'Bearer null',
    `Bearer ${'x'.repeat(9_000)}`,
  ])('the header "%.20s" is no token', async (authorization) => {
    expect(
      (await shop.call('listMyOrders', { params: { email: owner.email }, headers: { authorization } })).status,
    ).toBe(401);
  });

  test('the scheme may be written in any case', async () => {
    const headers = { authorization: `bearer ${owner.token}` };
    expect((await shop.call('listMyOrders', { params: { email: owner.email }, headers })).status).toBe(200);
  });
});

describe("somebody else's order is as absent as one that never was", () => {
  const absent = randomUUID();
  test.each([
    ['getOrder', (id: string) => ({ params: { id } })],
    ['createPaymentIntent', (id: string) => ({ body: { price: order.amount, order_id: id } })],
    ['confirmPayment', (id: string) => ({ params: { id }, body: { order_id: id, transactionId: 'pi_none' } })],
  ] as const)('%s', async (name, input) => {
    const stranger = actors['another customer'];
    const foreign = await shop.call(name, input(order.id), stranger);
    const never = await shop.call(name, input(absent), stranger);
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(never.body);
  });
});

async function damaged(): Promise<Person> {
  const whole = await shop.person();
  const change = (text: string) => text.slice(0, -3) + (text.at(-3) === 'A' ? 'B' : 'A') + text.slice(-2);
  return { ...whole, token: change(whole.token), cookie: change(whole.cookie) };
}

async function disabled(): Promise<Person> {
  const person = await shop.person();
  await shop.sql`update person set disabled_at = now() where id = ${person.id}`;
  return person;
}

async function signedOut(): Promise<Person> {
  const person = await shop.person();
  await shop.call('signOut', { headers: { cookie: person.cookie } });
  return person;
}
