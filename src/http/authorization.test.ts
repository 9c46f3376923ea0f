import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/kernel/call.ts';
import { Email } from '#model/kernel/email.ts';
import { ToolId } from '#model/kernel/ids.ts';
import { PlaceOrder } from '#model/orders/order.ts';
import { MakePromise } from '#model/orders/promise.ts';
import { saveList } from '#services/orders/lists/save-list.ts';
import { placeOrder } from '#services/orders/place-purchase.ts';
import { makePromise } from '#services/orders/promises/make-promise.ts';
import { keptPicture } from '../../tests/harness/own-picture.ts';
import { type CallInput, ownShop, type Person } from '../../tests/harness/own-shop.ts';
import { shopState } from '../../tests/harness/shop-state.ts';
import { SESSION_COOKIE } from './may-call.ts';

const shop = await ownShop();
const tool = await shop.tool({ available: 100_000 });
const photo = await keptPicture(shop);
const customerB = await shop.person();
const beginner = await shop.person();

/** Whoever has a good link of somebody's promise, and tries its token as one of the shop's own. */
const link = await linkOf(customerB);

const actors = {
  'a visitor': undefined,
  'the holder of a link': { ...customerB, cookie: `${SESSION_COOKIE}=${link.token}`, token: link.token },
  'customer A': await shop.person(),
  'customer B': customerB,
  'an admin': await shop.person('admin'),
  'a disabled person': await disabled(),
  'a signed-out person': await signedOut(),
  'a demoted admin': await demoted(),
} satisfies Record<string, Person | undefined>;
type ActorName = keyof typeof actors;

/** Whose a person, an order or a list is; whether a tool is to be had; whether a review is shown. */
const TARGETS = {
  none: [''],
  person: ['own', 'foreign', 'absent', 'malformed'],
  order: ['own', 'foreign', 'absent', 'malformed'],
  list: ['own', 'foreign', 'absent', 'malformed'],
  promise: ['own', 'foreign', 'absent', 'malformed'],
  link: ['present', 'absent', 'malformed'],
  tool: ['present', 'deleted', 'absent', 'malformed'],
  review: ['present', 'hidden', 'absent', 'malformed'],
} as const;
type Kind = keyof typeof TARGETS;
type Target = (typeof TARGETS)[Kind][number];

function kindOf({ name, path }: Call): Kind {
  if (path.includes('{email}')) return 'person';
  if (path.startsWith('/tools/{') || name === 'placeOrder' || name === 'placePurchase') return 'tool';
  if (path.startsWith('/manageReview/')) return 'review';
  if (path.startsWith('/lists/')) return 'list';
  if (path.includes('{number}')) return 'promise';
  if (path.startsWith('/promise-links')) return 'link';
  return path.includes('{id}') || name === 'createPaymentIntent' || name === 'beginPayPal' ? 'order' : 'none';
}

/** Makes what the call is aimed at, anew for each cell, and answers the word that names it. */
async function aim(call: Call, actor: ActorName, target: Target): Promise<string> {
  const kind = kindOf(call);
  if (kind === 'none') return '';
  if (kind === 'link') {
    if (target === 'present') return (await linkOf(customerB)).token;
    return target === 'malformed' ? 'x'.repeat(300) : randomBytes(16).toString('base64url');
  }
  if (kind === 'promise' && (target === 'absent' || target === 'malformed'))
    return target === 'absent' ? 'PP-999999' : 'PP-1';
  if (target === 'malformed') return kind === 'person' ? 'no-address' : 'no-id';
  if (target === 'absent') return kind === 'person' ? `nobody-${randomUUID()}@example.com` : randomUUID();
  if (call.name === 'makeAdmin' && target === 'foreign') return beginner.email;
  if (kind === 'review') return reviewThatIs(target === 'hidden');
  if (kind === 'tool') {
    if (target === 'present' && call.name !== 'deleteTool') return tool.id;
    return (await shop.tool(target === 'deleted' ? { deletedAt: new Date() } : {})).id;
  }
  const stranger = actor === 'customer A' ? customerB : actors['customer A'];
  const whose = target === 'own' ? (actors[actor] ?? actors['customer A']) : stranger;
  if (kind === 'list') return listOf(whose);
  if (kind === 'promise') return (await linkOf(whose)).number;
  return kind === 'person' ? whose.email : orderOf(whose);
}

async function listOf({ id }: Person): Promise<string> {
  const lines = [{ tool: ToolId.parse(tool.id), quantity: 5 }];
  const saved = await saveList(shop.context, id, { name: randomUUID(), lines });
  if (!saved.ok) throw new Error(saved.failure.code);
  return saved.value.id;
}

const OWN: readonly string[] = ['own-order', 'own-list', 'own-purchase-or-admin', 'own-promise'];

/** A promise of somebody who may no longer be let in. */
async function linkOf(whose: Person): Promise<{ number: string; token: string }> {
  const line = { tools_id: ToolId.parse(tool.id), quantity: 5, tools_price: 10 };
  const wanted = MakePromise.parse({ phone: '5550142200', address: '1 Main Street', lines: [line] });
  const made = await makePromise(shop.context, whose, wanted);
  if (!made.ok || !made.value.token) throw new Error('Not promised');
  return { number: made.value.number, token: made.value.token };
}

async function reviewThatIs(hidden: boolean): Promise<string> {
  const { id: by } = actors['an admin'];
  const [made] = hidden
    ? await shop.sql`insert into review (name, review, star, hidden_at, hidden_by, hidden_reason)
                     values ('Ann', 'Good.', 5, now(), ${by}, 'Advertises a competitor') returning id`
    : await shop.sql`insert into review (name, review, star) values ('Ann', 'Good.', 5) returning id`;
  return made?.id;
}

/** An order of somebody who may no longer be let in. It costs 50 dollars. */
async function orderOf({ id, name, email }: Person): Promise<string> {
  const contact = { phone: '5550142200', address: '1 Main Street' };
  const request = PlaceOrder.parse({ ...contact, quantity: 5, tools_price: 10, tools_id: tool.id });
  const customer = { id, name, email: Email.parse(email), network: 'of a test' };
  const placed = await placeOrder(shop.context, customer, request, undefined);
  if (!placed.ok) throw new Error(placed.failure.code);
  // None of them has the first-order offer, so that all cost the same.
  await shop.sql`update orders set discount_cents = 0 where id = ${placed.value.id}`;
  return placed.value.id;
}

/** What a rightful caller would send, aimed at this. */
const bodies: Partial<Record<string, (aimed: string) => unknown>> = {
  signUp: () => ({ name: 'New', email: `new-${randomUUID()}@example.com`, password: 'secret' }),
  signIn: () => ({ email: customerB.email, password: customerB.password }),
  requestReset: () => ({ email: customerB.email }),
  resetPassword: () => ({ token: 'made-up', password: 'another secret' }),
  confirmEmail: () => ({ token: 'made-up' }),
  changePassword: () => ({ current: 'not the password', password: 'another secret' }),
  issueToken: (email) => ({ email }),
  addTool: () => ({
    ...{ name: 'Rasp', description: '', image: photo },
    ...{ min_quantity: '5', available_quantity: '10', price: '7' },
  }),
  editTool: () => ({ version: 1 }),
  changeStock: () => ({ kind: 'restock', pieces: 5, reason: 'Delivery' }),
  placeOrder: (id) => ({
    ...{ phone: '5550142200', address: '1 Main Street' },
    ...{ quantity: 5, tools_price: 10, tools_id: id },
  }),
  placePurchase: (id) => ({
    ...{ phone: '5550142200', address: '1 Main Street' },
    lines: [{ quantity: 5, tools_price: 10, tools_id: id }],
  }),
  shipPurchase: () => ({}),
  correctShipment: () => ({ carrier: 'UPS', tracking: '1Z999AA10123456784' }),
  refundPurchase: () => ({ amount: 50, reason: 'Late' }),
  addNote: () => ({ text: 'Call the dock first' }),
  changeShipTo: () => ({ phone: '5550142201', address: '2 Main Street' }),
  cancelWaiting: (id) => ({ lines: [{ order: id, pieces: 1 }], amount: 10 }),
  keepWaiting: (id) => ({ lines: [{ order: id, day: '2099-12-03' }] }),
  makePromise: () => ({
    ...{ phone: '5550142200', address: '1 Main Street' },
    lines: [{ quantity: 5, tools_price: 10, tools_id: tool.id }],
  }),
  orderPromise: () => ({ way: 'all', amount: 1 }),
  openPromiseLink: (token) => ({ token }),
  watchPromiseLink: (token) => ({ token }),
  payPromiseLink: (token) => ({
    ...{ token, payer: 'p'.repeat(16), name: 'Sam Reyes', email: 'sam@example.com' },
    ...{ way: 'all', amount: 1 },
  }),
  confirmPromisePayment: (token) => ({ token, transactionId: 'pi_none' }),
  setWatch: () => ({ pieces: 5 }),
  matchTools: () => ({ lines: [{ words: 'rasp', numbers: [] }] }),
  changeOrderList: () => ({ set: [{ tool: tool.id, quantity: 5, seen_price: 10, added_at: 1 }], remove: [] }),
  saveList: () => ({ name: randomUUID(), lines: [{ tool: tool.id, quantity: 5 }] }),
  renameList: () => ({ name: randomUUID() }),
  createPaymentIntent: (id) => ({ price: 50, order_id: id }),
  beginPayPal: (id) => ({ price: 50, order_id: id }),
  changePurchase: (id) => ({ drop: [id] }),
  decideOrder: () => ({ review: 1, decision: 'close', reason: 'The bank took it back' }),
  updateProfile: () => ({
    ...{ education: 'Carpentry', location: 'Leeds', phone: '5550142200' },
    ...{ photo, linkedin: 'linkedin.com/in/sam' },
  }),
  chooseAdminMail: () => ({ paidOrder: true, dispute: true, refundRefused: false, lowStock: true }),
  addReview: () => ({ review: 'Good tools.', star: 4.5 }),
  hideReview: () => ({ reason: 'Advertises a competitor' }),
  confirmPayment: (id) => ({ order_id: id, transactionId: 'pi_none' }),
};

/** What those who may make a call get, where that is not 200. */
const rightful: Record<string, number> = {
  uploadPicture: 415,
  stripeWebhook: 400,
  payPalWebhook: 400,
  resetPassword: 410,
  confirmEmail: 410,
  changePassword: 403,
  'confirmPayment own': 409,
  // For another amount than is shown.
  'orderPromise own': 409,
  'payPromiseLink present': 409,
  'confirmPromisePayment present': 409,
  'beginPayPal own': 409,
  'shipOrder own': 409,
  'undoShipping own': 409,
  'undoShipping foreign': 409,
  'decideOrder own': 409,
  'decideOrder foreign': 409,
  'shipOrder foreign': 409,
  'shipPurchase own': 409,
  'shipPurchase foreign': 409,
  'correctShipment own': 404,
  'correctShipment foreign': 404,
  'getInvoice own': 409,
  'getInvoicePdf own': 409,
  'getLinkedInvoicePdf present': 409,
  'getSlip own': 404,
  'getSlipPdf own': 404,
  'refundPurchase own': 409,
  'cancelWaiting own': 409,
  'keepWaiting own': 409,
  'refundPurchase foreign': 409,
  'getTool deleted': 404,
  'editTool deleted': 404,
  // Without the number that is to be checked.
  checkItemNumber: 400,
  'changeStock deleted': 404,
  'noteEditor deleted': 404,
  'placeOrder deleted': 409,
  'placeOrder absent': 409,
  'placePurchase deleted': 409,
  'placePurchase absent': 409,
  'setWatch deleted': 409,
  'setWatch absent': 409,
  // To ask about what is not there, or to take it away, is no fault and changes nothing.
  'getWatch deleted': 200,
  'getWatch absent': 200,
  'endWatch absent': 200,
  'deleteTool absent': 200,
  'forgetEditor absent': 200,
};

function expected(call: Call, actor: ActorName, target: Target): number {
  if (call.actor !== 'anyone' && call.actor !== 'provider' && call.actor !== 'link') {
    if (['a visitor', 'the holder of a link', 'a disabled person', 'a signed-out person'].includes(actor)) return 401;
    const admin = actor === 'an admin';
    if ((call.actor === 'admin' && !admin) || (call.actor === 'customer' && admin)) return 403;
  }
  if (target === 'malformed') return 400;
  const answer = rightful[`${call.name} ${target}`] ?? rightful[call.name];
  if (answer !== undefined) return answer;
  if (call.ownership === 'own-email-or-admin' && actor === 'an admin') return 200;
  if (call.ownership.startsWith('own-email') && kindOf(call) === 'person' && target !== 'own') return 403;
  if (call.ownership === 'own-purchase-or-admin' && actor === 'an admin')
    return target === 'absent' ? 404 : (rightful[`${call.name} own`] ?? 200);
  if (OWN.includes(call.ownership) && target !== 'own') return 404;
  return target === 'absent' ? 404 : 200;
}

const rows = Object.values(calls) as Call[];
const cells = rows.flatMap((call) =>
  (Object.keys(actors) as ActorName[]).flatMap((actor) =>
    TARGETS[kindOf(call)].map((target) => ({ call, actor, target, status: expected(call, actor, target) })),
  ),
);

describe('who may make which call', () => {
  test('the matrix has every call, every actor and every kind of target', () => {
    expect(Object.keys(actors)).toHaveLength(8);
    expect(new Set(cells.map(({ call }) => call.name))).toEqual(new Set(Object.keys(calls)));
    expect(cells).toHaveLength(rows.reduce((sum, call) => sum + 8 * TARGETS[kindOf(call)].length, 0));
    expect(cells.length).toBeGreaterThanOrEqual(420);
  });

  test.each(rows)('$name', async (call) => {
    const wrong: string[] = [];
    for (const { actor, target, status } of cells.filter((cell) => cell.call === call)) {
      const cell = `${call.name} ${target} by ${actor}`;
      const aimed = await aim(call, actor, target);
      const before = status < 300 ? '' : await shopState(shop.sql);
      // Whoever is signed in and signs out or in again ends that session: these calls get the input, not the session.
      const caller = ['signUp', 'signIn', 'signOut'].includes(call.name) ? undefined : actors[actor];
      // Each from a network of their own: of links that are unknown few may be tried.
      const from = `10.0.0.${Object.keys(actors).indexOf(actor)}`;
      const answer = await shop.call(call.name, { ...inputOf(call, aimed), from }, caller);
      if (answer.status !== status) wrong.push(`${cell}: ${answer.status} instead of ${status}`);
      if (answer.status < 300) continue;
      if (answer.headers.get('content-type') !== 'application/problem+json') wrong.push(`${cell}: no problem`);
      if (answer.headers.get('cache-control') !== 'no-store') wrong.push(`${cell}: may be kept`);
      if ((await shopState(shop.sql)) !== before) wrong.push(`${cell}: has changed something`);
    }
    expect(wrong).toEqual([]);
  });

  const bearerCalls = rows.filter((call) => !['anyone', 'provider', 'session', 'link'].includes(call.actor));
  test.each(bearerCalls)('$name is refused with the cookie alone', async (call) => {
    const who = call.actor === 'admin' ? 'an admin' : 'customer A';
    const aimed = await aim(call, who, ['tool', 'review'].includes(kindOf(call)) ? 'present' : 'own');
    const { cookie } = actors[who];
    const answer = await shop.call(call.name, { ...inputOf(call, aimed), headers: { cookie } });
    expect(answer).toMatchObject({ status: 401, body: { code: 'signed_out' } });
  });

  test('the token alone is enough for the calls that want it, and not for the one that wants the cookie', async () => {
    const { email, token } = customerB;
    const headers = { authorization: `Bearer ${token}` };
    expect((await shop.call('listMyOrders', { params: { email }, headers })).status).toBe(200);
    expect((await shop.call('issueToken', { params: { email }, body: { email }, headers })).status).toBe(401);
  });

  test('one person is not let in with the session of another', async () => {
    const { email, cookie } = customerB;
    const mixed = { ...actors['customer A'], cookie };
    const own = mixed.email;
    expect((await shop.call('issueToken', { params: { email: own }, body: { email: own } }, mixed)).status).toBe(403);
    expect((await shop.call('listMyOrders', { params: { email } }, mixed)).status).toBe(403);
  });
});

describe("somebody else's order, list or promise is as absent as one that never was", () => {
  test.each(rows.filter(({ ownership }) => OWN.includes(ownership)))('$name', async (call) => {
    const tellOf = async (target: Target) => {
      const aimed = await aim(call, 'customer A', target);
      const { status, body } = await shop.call(call.name, inputOf(call, aimed), actors['customer A']);
      return { status, body };
    };
    expect(await tellOf('foreign')).toEqual(await tellOf('absent'));
  });
});

const hasEmail = ({ body }: Call) => Object.hasOwn((body as { shape?: object } | undefined)?.shape ?? {}, 'email');

describe('an email in a body is the caller\u2019s own', () => {
  const signedIn = rows.filter(({ actor }) => actor === 'session' || actor === 'signed-in' || actor === 'customer');

  test('every call by which somebody names a person or an order has an ownership', () => {
    const naming = signedIn.filter(
      (call) => ['person', 'order', 'list', 'promise'].includes(kindOf(call)) || hasEmail(call),
    );
    expect(naming.length).toBeGreaterThan(10);
    expect(naming.filter((call) => call.ownership === 'none').map(({ name }) => name)).toEqual([]);
  });

  test.each(signedIn.filter(hasEmail))('$name', async (call) => {
    const me = actors['customer A'];
    const send = async (email: string) => {
      const input = inputOf(call, await aim(call, 'customer A', kindOf(call) === 'tool' ? 'present' : 'own'));
      return shop.call(call.name, { ...input, body: { ...(input.body as object), email } }, me);
    };
    const before = await shopState(shop.sql);
    expect(await send(customerB.email)).toMatchObject({ status: 403, body: { code: 'not_yours' } });
    expect(await shopState(shop.sql)).toBe(before);
    expect((await send(me.email.toUpperCase())).status).toBe(200);
  });
});

function inputOf(call: Call, aimed: string): CallInput {
  const body = bodies[call.name]?.(aimed);
  const word = /\{(\w+)\}/.exec(call.path)?.[1];
  const more = { part: '1', shipment: randomUUID() };
  return { ...(word ? { params: { ...more, [word]: aimed } } : {}), ...(body === undefined ? {} : { body }) };
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

/** Their session and token are those of an admin; only the role has gone. */
async function demoted(): Promise<Person> {
  const person = await shop.person('admin');
  await shop.sql`update person set role = 'customer' where id = ${person.id}`;
  return person;
}
