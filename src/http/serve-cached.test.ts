import { randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { calls } from '#contract/calls.ts';
import { lazyPaths } from '#contract/kernel/lazy-paths.ts';
import { releaseHold } from '#services/orders/release-hold.ts';
import { expireHolds } from '#services/payments/expire-holds.ts';
import { withPaymentLocked } from '#services/payments/settle-payment.ts';
import { toReview } from '#services/payments/to-review.ts';
import { cachingShop } from '../../tests/harness/caching-shop.ts';
import { begun, ordered, paid, payments } from '../../tests/harness/own-payments.ts';
import { keptPicture } from '../../tests/harness/own-picture.ts';
import { ownShop } from '../../tests/harness/own-shop.ts';
import { paidPurchase } from '../../tests/harness/paid-purchase.ts';
import { BOSS, payByLink, promised } from '../../tests/harness/promises.ts';

const shop = await ownShop();
// Of the first, waiting alone makes no answer new.
const [first, second] = [
  await cachingShop(shop.context, shop.sql, { freshMs: 600_000 }),
  await cachingShop(shop.context, shop.sql),
];
const [buyer, admin] = [await shop.person(), await shop.person('admin')];

const ADDRESSES = (id: string) => [
  '/tools',
  `/tools/${id}`,
  `/tools/${id}/alternatives`,
  '/tools?sort=available',
  '/tools?in_stock=true',
  '/review',
];

/** The current answer, without any cache. */
async function truth(address: string): Promise<string> {
  return (await shop.app.request(`http://shop.test${address}`)).text();
}

const contact = { phone: '5550142200', address: '1 Main Street' };
const line = (tool: { id: string }, quantity = 5) => ({ quantity, tools_price: 10, tools_id: tool.id });
const body = (tool: { id: string }, quantity = 5) => ({ ...contact, ...line(tool, quantity) });

const PUBLIC = ['listTools', 'getTool', 'getAlternatives', 'listCategories', 'listReviews'];

describe('a cached answer', () => {
  test('is made once for simultaneous requests, and is the same in each coding, for HEAD and for 304', async () => {
    const ADDRESS = '/tools?sort=name';
    await shop.tool({ description: 'Forged. '.repeat(200) });
    first.invalidate();
    const all = await Promise.all(Array.from({ length: 8 }, () => first.get(ADDRESS, { 'accept-encoding': 'gzip' })));
    expect(first.made.filter((it) => it === ADDRESS)).toHaveLength(1);
    const plain = await first.get(ADDRESS);
    const br = await first.get(ADDRESS, { 'accept-encoding': 'gzip, deflate, br, zstd' });
    expect(new Set([...all, plain, br].map((it) => it.text))).toEqual(new Set([await truth(ADDRESS)]));
    expect(gunzipSync(all[0]?.bytes ?? '')).toEqual(plain.bytes);
    expect(brotliDecompressSync(br.bytes)).toEqual(plain.bytes);
    expect([all[0], br, plain].map((it) => it?.headers['content-encoding'])).toEqual(['gzip', 'br', undefined]);
    expect(new Set([all[0], br, plain].map((it) => it?.headers.etag)).size).toBe(3);
    for (const it of [all[0], br, plain]) {
      expect(it?.headers).toMatchObject({
        ...{
          vary: 'accept-encoding',
          'cache-control': 'max-age=0, s-maxage=1',
          'content-length': String(it?.bytes.length),
        },
        ...{ 'x-content-type-options': 'nosniff', 'content-type': 'application/json' },
        'cdn-cache-control': 'max-age=1, stale-while-revalidate=10',
      });
    }

    const head = await first.get(ADDRESS, { 'accept-encoding': 'br' }, 'HEAD');
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([200, 0, String(br.bytes.length)]);
    const again = { 'accept-encoding': 'br', 'if-none-match': `"other", ${br.headers.etag}` };
    const unchanged = await first.get(ADDRESS, again);
    expect([unchanged.status, unchanged.bytes.length, unchanged.headers.etag]).toEqual([304, 0, br.headers.etag]);
    expect((await first.get(ADDRESS, { ...again, 'accept-encoding': 'gzip' })).status).toBe(200);
    expect((await first.get(ADDRESS, { 'accept-encoding': 'br;q=0, gzip;q=0.0' })).bytes).toEqual(plain.bytes);
    const ids = [plain, head, unchanged].map((it) => it.headers['x-request-id']);
    expect(new Set(ids).size).toBe(3);
    expect(first.made.filter((it) => it === ADDRESS)).toHaveLength(1);
  });

  test.each(['br', 'gzip'])(
    'is compressed better in %s when asked for again; its first etag stays valid',
    async (coding) => {
      const address = `/tools?price=-${coding === 'br' ? 801 : 802}`;
      await shop.tool({ description: 'Forged and tempered. '.repeat(100) });
      first.invalidate();
      const get = (more: object = {}) => first.get(address, { 'accept-encoding': coding, ...more });
      const quick = await get();
      const well = await vi.waitFor(async () => {
        const next = await get();
        expect(next.headers.etag).not.toBe(quick.headers.etag);
        return next;
      });
      expect([well.text, well.headers['content-encoding']]).toEqual([quick.text, coding]);
      expect(well.bytes.length).toBeLessThanOrEqual(quick.bytes.length);
      for (const { etag } of [quick.headers, well.headers]) {
        const unchanged = await get({ 'if-none-match': etag });
        expect([unchanged.status, unchanged.headers.etag]).toEqual([304, etag]);
      }
      expect((await get()).bytes).toEqual(well.bytes);
    },
  );

  test('is made for an anonymous visitor, and private answers are never cached', async () => {
    const mine = { cookie: buyer.cookie, authorization: `Bearer ${buyer.token}`, 'x-forwarded-for': '10.1.2.3' };
    const asked = await first.get('/login', mine);
    expect(asked.bytes).toEqual((await first.get('/login')).bytes);
    expect((await first.get('/tools?limit=1', mine)).status).toBe(200);
    for (const headers of first.askedWith) expect([...headers.keys()]).toEqual([]);

    const before = first.made.length;
    const reads = Object.values(calls).filter(({ method, name }) => method === 'GET' && !PUBLIC.includes(name));
    for (const { path } of reads) await first.get(path.replace('{email}', buyer.email).replace('{id}', buyer.id), mine);
    for (const path of [
      '/healthz',
      '/login?next=%2Fdashboard',
      '/dashboard/payment/1',
      '/TOOLS',
      '//tools',
      '/tools#a',
    ])
      await first.get(path, mine);
    expect(first.made.slice(before)).toEqual([]);
    expect((await first.get('/tools', { host: 'evil.example' })).status).toBe(421);
    expect(reads.length).toBeGreaterThan(8);
  });

  test('is the same with parameters that do not change it', async () => {
    const { id } = await shop.tool();
    first.invalidate();
    for (const [address, added] of [
      ['/tools', '?utm_source=x&utm_medium=mail'],
      ['/tools?sort=name', '&fbclid=1'],
      ['/review', '?x=1'],
      ['/', `?x=${'1'.repeat(2_000)}`],
      ['/?q=hammer', '&unknown=1'],
      [`/tools/${id}`, '?colour=red'],
      [`/purchase/${id}`, '?ref=newsletter'],
    ]) {
      const plain = await first.get(`${address}`);
      const before = first.made.length;
      const longer = await first.get(`${address}${added}`);
      expect([address, longer.status, longer.headers.etag]).toEqual([address, 200, plain.headers.etag]);
      expect(first.made.slice(before)).toEqual([]);
    }
    // Without the cache it is the same.
    expect((await shop.app.request('http://shop.test/tools?utm_source=x&limit=1')).status).toBe(200);
    // An unknown filter is refused, not ignored.
    expect((await first.get('/tools?colour=red')).status).toBe(400);
  });

  test('is never a refusal, and the memory for all of them is limited', async () => {
    const small = await cachingShop(shop.context, shop.sql, { maxBytes: 64 * 1024 });
    for (const address of ['/tools?limit=0', '/tools/00000000-0000-4000-8000-000000000000']) {
      const [one, other] = [await small.get(address), await small.get(address)];
      expect([one.status, other.status]).toEqual([one.status, one.status]);
      expect(one.status).toBeGreaterThanOrEqual(400);
      expect(small.made.filter((it) => it === address)).toHaveLength(2);
    }
    for (let page = 1; page <= 60; page += 1) await small.get(`/tools?limit=${page}`, { 'accept-encoding': 'gzip' });
    expect(small.bytes()).toBeLessThanOrEqual(64 * 1024);
    expect(small.bytes()).toBeGreaterThan(16 * 1024);
  });
});

type Scene = { readonly tool: { id: string; price: number; minQuantity: number }; readonly token: string };

const asAdmin = (method: string, path: string, its?: object) => () => first.send(method, path, admin.token, its);

/** One change of public content by each call that can make one. */
const SCENES: Record<string, (tool: Scene['tool']) => Promise<() => Promise<{ status: number }>>> = {
  addTool: async () => {
    const its = {
      name: 'New Hammer',
      description: 'New.',
      image: await keptPicture(shop),
      price: 3,
      min_quantity: 1,
      available_quantity: 9,
    };
    return () => first.send('POST', '/addTool', admin.token, its);
  },
  deleteTool: async ({ id }) => asAdmin('DELETE', `/tools/${id}`),
  restoreTool: async ({ id }) => {
    await asAdmin('DELETE', `/tools/${id}`)();
    return asAdmin('POST', `/tools/${id}/restore`);
  },
  editTool: async ({ id }) => asAdmin('PATCH', `/tools/${id}`, { version: 1, name: 'Renamed Hammer' }),
  changeStock: async ({ id }) =>
    asAdmin('POST', `/tools/${id}/stock`, { kind: 'restock', pieces: 7, reason: 'A delivery came.' }),
  placeOrder: async (tool) => () => first.send('POST', '/orders', buyer.token, body(tool)),
  placePurchase: async (tool) => () =>
    first.send('POST', '/purchases', buyer.token, { ...contact, lines: [line(tool)] }),
  cancelOrder: async (tool) => {
    const { id } = await ordered(shop, buyer, tool);
    return () => first.send('DELETE', `/myorders/${id}`, buyer.token);
  },
  deleteOrder: async (tool) => {
    const { id } = await ordered(shop, buyer, tool);
    return () => first.send('DELETE', `/manageOrder/${id}`, admin.token);
  },
  decideOrder: async (tool) => {
    const { id, amount } = await ordered(shop, buyer, tool);
    const { intentId, clientSecret } = await begun(shop, buyer, { id, amount });
    await payments(shop).confirm(clientSecret);
    const paid = { order_id: id, transactionId: intentId };
    await shop.call('confirmPayment', { params: { id }, body: paid }, buyer);
    await withPaymentLocked(shop.context.db, intentId, (tx, its) => toReview(tx, its, intentId, 'dispute'));
    const decision = { review: 1, decision: 'close', reason: 'The bank took the money back.' };
    return () => first.send('POST', `/manageOrder/${id}/decision`, admin.token, decision);
  },
  createPaymentIntent: async (tool) => {
    const late = await outOfTime(tool);
    const its = { price: late.order.amount, order_id: late.order.id };
    return () => first.send('POST', '/create-payment-intent', late.buyer.token, its);
  },
  beginPayPal: async (tool) => {
    const { order } = await outOfTime(tool, 20);
    return () => first.send('POST', '/paypal/payments', buyer.token, { price: order.amount, order_id: order.id });
  },
  confirmPayment: async (tool) => {
    const order = await ordered(shop, buyer, tool);
    const { intentId, clientSecret } = await begun(shop, buyer, order);
    await payments(shop).confirm(clientSecret);
    await shop.context.db.transaction((tx) => releaseHold(tx, order.id));
    const paid = { order_id: order.id, transactionId: intentId };
    return () => first.send('PATCH', `/paymentOrders/${order.id}`, buyer.token, paid);
  },
  orderPromise: async (tool) => {
    const { number } = await promised(shop, buyer, [{ tool, quantity: 5 }]);
    const wish = { way: 'all', amount: tool.price * 5 };
    return () => first.send('POST', `/promises/${number}/order`, buyer.token, wish);
  },
  payPromiseLink: async (tool) => {
    const { token } = await promised(shop, buyer, [{ tool, quantity: 5 }]);
    const wish = { token, payer: randomUUID(), ...BOSS, way: 'all', amount: tool.price * 5 };
    return () => first.send('POST', '/promise-links/pay', '', wish);
  },
  confirmPromisePayment: async (tool) => {
    const { number, token } = await promised(shop, buyer, [{ tool, quantity: 5 }]);
    const { clientSecret } = (await payByLink(shop, token)).body;
    await payments(shop).confirm(clientSecret);
    const [its] = await shop.sql`
      select purchase.id from purchase join price_promise on price_promise.id = promise_id
       where price_promise.seq = ${Number(number.slice(3))}`;
    await shop.context.db.transaction((tx) => releaseHold(tx, its?.id));
    const paid = { token, transactionId: clientSecret.split('_secret_')[0] };
    return () => first.send('POST', '/promise-links/confirm', '', paid);
  },
  hideReview: async () => {
    const id = await someReview();
    return () => first.send('PUT', `/manageReview/${id}/hidden`, admin.token, { reason: 'Advertises a competitor' });
  },
  showReview: async () => {
    const id = await someReview();
    await shop.call('hideReview', { params: { id }, body: { reason: 'Advertises a competitor' } }, admin);
    return () => first.send('DELETE', `/manageReview/${id}/hidden`, admin.token);
  },
  // From now on their review says "Verified purchase".
  shipOrder: async (tool) => {
    const id = await paidByAReviewer(tool);
    return () => first.send('PUT', `/manageOrder/${id}`, admin.token);
  },
  shipPurchase: async (tool) => {
    const id = await paidByAReviewer(tool);
    return asAdmin('POST', `/purchases/${id}/shipments`, {});
  },
  refundPurchase: async (tool) => {
    const its = await paidPurchase(shop, [{ tool, quantity: tool.minQuantity }]);
    return asAdmin('POST', `/purchases/${its.id}/refunds`, { amount: its.amount, reason: 'Late' });
  },
  cancelWaiting: async (tool) => {
    await shop.sql`update tool set restock_at = current_date + 9, backorder_limit = 20 where id = ${tool.id}`;
    const its = await paidPurchase(shop, [{ tool, quantity: 110, mayWait: true }]);
    const wish = { lines: [{ order: its.id, pieces: 10 }], amount: Math.round((its.amount * 100) / 11) / 100 };
    return () => first.send('POST', `/purchases/${its.id}/cancel-waiting`, its.buyer.token, wish);
  },
  changePurchase: async (tool) => {
    const { id } = await ordered(shop, buyer, tool);
    return () => first.send('POST', `/purchases/${id}/change`, buyer.token, { drop: [id] });
  },
  takeBackShipment: async (tool) => {
    const id = await paidByAReviewer(tool);
    const { insertedId } = (await shop.call('shipPurchase', { params: { id }, body: {} }, admin)).body;
    return asAdmin('DELETE', `/purchases/${id}/shipments/${insertedId}`);
  },
  undoShipping: async (tool) => {
    const id = await paidByAReviewer(tool);
    await shop.call('shipOrder', { params: { id } }, admin);
    const [method, path] = lazyPaths.undoShipping;
    return () => first.send(method, path.replace('{id}', id), admin.token);
  },
  addReview: async () => () => first.send('POST', '/addreview', buyer.token, { review: 'It held.', star: 5 }),
};

async function paidByAReviewer(tool: Scene['tool']): Promise<string> {
  const writer = await shop.person();
  await shop.call('addReview', { body: { review: 'It came early.', star: 5 } }, writer);
  const order = await ordered(shop, writer, tool);
  await paid(shop, writer, order);
  return order.id;
}

async function someReview(): Promise<string> {
  const [made] = await shop.sql`insert into review (name, review, star) values ('Ann', 'Good.', 5) returning id`;
  return made?.id;
}

/** An order whose stock was given back because it was not paid in time. */
async function outOfTime(tool: Scene['tool'], quantity?: number) {
  const order = await ordered(shop, buyer, tool, quantity);
  await shop.sql`update purchase set hold_until = now() - interval '1 hour' where id = ${order.id}`;
  await expireHolds(shop.context);
  return { order, buyer };
}

describe('after a change was answered', () => {
  test('every call that changes what everybody sees is tried here', () => {
    const changing = Object.values(calls).filter((call) => 'changes' in call);
    expect(Object.keys(SCENES).sort()).toEqual(changing.map(({ name }) => name).sort());
    const others = Object.values(calls).filter((call) => call.method !== 'GET' && !('changes' in call));
    const silent = [
      'addNote changeOrderList changePassword changeShipTo chooseAdminMail confirmEmail copyList correctShipment',
      'deleteList endWatch forgetEditor issueToken keepWaiting',
      'makeAdmin makePromise matchTools noteEditor openPromiseLink payPalWebhook renameList renewPromiseLink',
      'requestConfirmation requestReset resetPassword saveList setWatch signIn signOut signUp stripeWebhook',
      'updateProfile uploadPicture watchPromiseLink withdrawPromise',
    ];
    expect(others.map(({ name }) => name).sort()).toEqual(silent.join(' ').split(' '));
  });

  test.for(Object.entries(SCENES))('the process sees %s at once', async ([, prepare]) => {
    const tool = await shop.tool();
    const change = await prepare(tool);
    first.invalidate();
    for (const address of ADDRESSES(tool.id)) expect((await first.get(address)).text).toBe(await truth(address));
    expect((await change()).status).toBeLessThan(300);
    for (const address of ADDRESSES(tool.id)) expect((await first.get(address)).text).toBe(await truth(address));
  });
});

describe('an answer from before a change', () => {
  test('that is finished after it is not cached, and not given to later requests', async () => {
    const tool = await shop.tool();
    const address = `/tools/${tool.id}`;
    let late: Promise<{ text: string }> | undefined;
    first.hold(async () => {
      first.hold(async () => {});
      expect((await first.send('POST', '/orders', buyer.token, body(tool))).status).toBe(200);
      const before = first.asked.length;
      late = first.get(address);
      await vi.waitFor(() => expect(first.asked.length).toBe(before + 1));
    });
    const early = JSON.parse((await first.get(address)).text);
    expect(early.available_quantity).toBe(100);
    expect(JSON.parse((await late)?.text ?? '').available_quantity).toBe(95);
    expect(JSON.parse((await first.get(address)).text).available_quantity).toBe(95);
  });

  test('is not given for longer than a second when another process made the change', async () => {
    const tool = await shop.tool();
    const address = `/tools/${tool.id}`;
    const price = async () => JSON.parse((await second.get(address)).text).price;
    expect(await price()).toBe(10);
    const made = second.made.length;
    await shop.sql`update tool set price = 77 where id = ${tool.id}`;
    await expect.poll(price).toBe(77);
    expect(second.made.length).toBe(made + 1);
  });

  test('keeps what was packed when nothing in it has changed', async () => {
    const get = () => second.get('/tools?sort=price-desc', { 'accept-encoding': 'br' });
    const { etag } = (await get()).headers;
    second.invalidate();
    const before = second.made.length;
    expect((await get()).headers.etag).toBe(etag);
    expect(second.made.length).toBe(before + 1);
  });
});
