import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { calls } from '#contract/calls.ts';
import { paths } from '#contract/kernel/paths.ts';
import { releaseHold } from '#services/orders/release-hold.ts';
import { disputePayment } from '#services/payments/dispute-payment.ts';
import { expireHolds } from '#services/payments/expire-holds.ts';
import { keptShop } from '../../tests/harness/kept-shop.ts';
import { begun, ordered, payments } from '../../tests/harness/own-payments.ts';
import { keptPicture } from '../../tests/harness/own-picture.ts';
import { ownShop, type Person } from '../../tests/harness/own-shop.ts';
import { CHANGES_SHOWN } from './changes-shown.ts';
import { SHARED_CALLS } from './note-shown.ts';

const shop = await ownShop();
// The first knows only what it is told: that enough time has passed proves nothing there.
const [first, second] = [
  await keptShop(shop.context, shop.sql, { currentMs: 600_000 }),
  await keptShop(shop.context, shop.sql),
];
const [buyer, admin] = [await shop.person(), await shop.person('admin')];

const ADDRESSES = (id: string) => [
  '/tools',
  `/tools/${id}`,
  '/tools?sort=available',
  '/tools?in_stock=true',
  '/review',
];

/** What the database says now, past everything that is kept. */
async function truth(address: string): Promise<string> {
  return (await shop.app.request(`http://shop.test${address}`)).text();
}

const body = (tool: { id: string }, quantity = 5) => ({
  ...{ phone: '5550142200', address: '1 Main Street', quantity, tools_price: 10, tools_id: tool.id },
});

describe('an answer that is kept', () => {
  test('is made once for all who come at once, and is the same in each coding, for HEAD and for who has it', async () => {
    const ADDRESS = '/tools?sort=name';
    await first.get('/tools');
    const { id } = await shop.tool({ description: 'Forged. '.repeat(200) });
    // Only the news of it changes what is kept: from then on nothing is made anew for its sake.
    await vi.waitFor(async () => expect((await first.get('/tools')).text).toContain(id));
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
        ...{ vary: 'accept-encoding', 'cache-control': 'no-cache', 'content-length': String(it?.bytes.length) },
        ...{ 'x-content-type-options': 'nosniff', 'content-type': 'application/json' },
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
    'is packed well in %s once it is asked for again; whoever has the first has both',
    async (coding) => {
      const address = `/tools?price=-${coding === 'br' ? 801 : 802}`;
      await shop.tool({ description: 'Forged and tempered. '.repeat(100) });
      await first.catchUp();
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

  test('is made for nobody in particular, and private answers never go this way', async () => {
    const mine = { cookie: buyer.cookie, authorization: `Bearer ${buyer.token}`, 'x-forwarded-for': '10.1.2.3' };
    const asked = await first.get('/login', mine);
    expect(asked.bytes).toEqual((await first.get('/login')).bytes);
    expect((await first.get('/tools?limit=1', mine)).status).toBe(200);
    for (const headers of first.askedWith) expect([...headers.keys()]).toEqual([]);

    const before = first.made.length;
    const reads = Object.values(calls).filter(
      ({ method, name }) => method === 'GET' && !SHARED_CALLS.some((it) => it === name),
    );
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

  test('is no refusal, and what is kept has an end', async () => {
    const small = await keptShop(shop.context, shop.sql, { mostBytes: 64 * 1024 });
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

type Changing = { [N in keyof typeof CHANGES_SHOWN]: N }[keyof typeof CHANGES_SHOWN];
type Scene = { readonly tool: { id: string; price: number; minQuantity: number }; readonly token: string };

/** Each call that may change what is shown, made in a way in which it does. */
const SCENES: Partial<Record<Changing, (tool: Scene['tool']) => Promise<() => Promise<{ status: number }>>>> = {
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
  deleteTool:
    async ({ id }) =>
    () =>
      first.send('DELETE', `/tools/${id}`, admin.token),
  changeStock: async ({ id }) => {
    const change = { kind: 'restock', pieces: 7, reason: 'A delivery came.' };
    return () => first.send('POST', `/tools/${id}/stock`, admin.token, change);
  },
  placeOrder: async (tool) => () => first.send('POST', '/orders', buyer.token, body(tool)),
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
    await disputePayment(shop.context, intentId);
    const decision = { review: 1, decision: 'close', reason: 'The bank took the money back.' };
    return () => first.send('POST', `/manageOrder/${id}/decision`, admin.token, decision);
  },
  createPaymentIntent: async (tool) => {
    const late = await outOfTime(tool);
    const its = { price: late.order.amount, order_id: late.order.id };
    return () => first.send('POST', '/create-payment-intent', late.buyer.token, its);
  },
  confirmPayment: async (tool) => {
    const order = await ordered(shop, buyer, tool);
    const { intentId, clientSecret } = await begun(shop, buyer, order);
    await payments(shop).confirm(clientSecret);
    await shop.context.db.transaction((tx) => releaseHold(tx, order.id, 'unpaid', 'unpaid'));
    const paid = { order_id: order.id, transactionId: intentId };
    return () => first.send('PATCH', `/paymentOrders/${order.id}`, buyer.token, paid);
  },
  addReview: async () => () => first.send('POST', '/addreview', buyer.token, { review: 'It held.', star: 5 }),
};

/** An order whose stock was given back because nobody paid it in time. */
async function outOfTime(tool: Scene['tool']): Promise<{ order: { id: string; amount: number }; buyer: Person }> {
  const order = await ordered(shop, buyer, tool);
  await shop.sql`update orders set hold_until = now() - interval '1 hour' where id = ${order.id}`;
  await expireHolds(shop.context);
  return { order, buyer };
}

describe('who has the answer to a change', () => {
  test('every call that writes says whether it changes what is shown, and each that does is tried here', () => {
    const writing = Object.entries(paths).filter(([, [method]]) => method !== 'GET');
    expect(Object.keys(CHANGES_SHOWN).sort()).toEqual(writing.map(([name]) => name).sort());
    const changing = Object.entries(CHANGES_SHOWN).filter(([, changes]) => changes);
    expect(Object.keys(SCENES).sort()).toEqual(changing.map(([name]) => name).sort());
  });

  test.for(Object.entries(SCENES))(
    'sees it at once after %s, and the other process a moment later',
    async ([, prepare]) => {
      const tool = await shop.tool();
      const change = await prepare(tool);
      await Promise.all([first.catchUp(), second.catchUp()]);
      for (const process of [first, second])
        for (const address of ADDRESSES(tool.id)) expect((await process.get(address)).text).toBe(await truth(address));
      expect((await change()).status).toBeLessThan(300);
      for (const address of ADDRESSES(tool.id)) {
        const now = await truth(address);
        expect((await first.get(address)).text).toBe(now);
        await vi.waitFor(async () => expect((await second.get(address)).text).toBe(now));
      }
    },
  );

  test('keeps the answers that do not show what was changed', async () => {
    const [sold, other] = [await shop.tool(), await shop.tool()];
    await first.catchUp();
    await first.get(`/tools/${other.id}`);
    await first.get('/review');
    const made = first.made.length;
    expect((await first.send('POST', '/orders', buyer.token, body(sold))).status).toBe(200);
    await first.get(`/tools/${other.id}`);
    await first.get('/review');
    expect(first.made.length).toBe(made);
  });
});

describe('an answer from before a change', () => {
  test('that is finished only after it is not kept, nor given to who came after the change', async () => {
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

  test('is not given when the database was changed past all processes', async () => {
    const tool = await shop.tool();
    for (const process of [first, second]) await process.get(`/tools/${tool.id}`);
    await shop.sql`update tool set price = 77 where id = ${tool.id}`;
    for (const process of [first, second])
      await vi.waitFor(async () => expect(JSON.parse((await process.get(`/tools/${tool.id}`)).text).price).toBe(77));
  });

  test('is not given after the connection was lost that hears of changes', async () => {
    const tool = await shop.tool();
    const address = `/tools/${tool.id}`;
    await first.get(address);
    await first.get('/review');
    const ears = await shop.sql<{ pid: number }[]>`
      select pid, pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like '%pg_current_snapshot() now%' and pid <> pg_backend_pid()`;
    expect(ears.length).toBeGreaterThan(0);
    await vi.waitFor(async () => {
      const [left] = await shop.sql`
        select count(*)::int as count from pg_stat_activity where pid = any(${ears.map(({ pid }) => pid)})`;
      expect(left?.count).toBe(0);
    });
    await shop.sql`update tool set price = 88 where id = ${tool.id}`;
    await shop.sql`insert into review (name, review, star) values ('Lost', 'Nobody heard of me.', 4)`;
    expect((await first.get('/review')).text).toContain('Nobody heard of me.');
    expect(JSON.parse((await first.get(address)).text).price).toBe(88);
    // And it hears again: answers are kept as before.
    await vi.waitFor(async () => {
      await first.get(address);
      const made = first.made.length;
      await first.get(address);
      expect(first.made.length).toBe(made);
    });
  });
});
