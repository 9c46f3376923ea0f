import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { AUDIT_GROUPS, type AuditAction } from '#model/kernel/audit.ts';
import { shortOrderId } from '#model/kernel/ids.ts';
import { record } from '#services/kernel/record.ts';
import { checkAudit } from '../../../platform/audit/check-audit.ts';
import { ordered } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { paidPurchase } from '../../../tests/harness/paid-purchase.ts';
import { sealAll } from '../../../tests/harness/seal-all.ts';
import { rowsOf } from './read-audit.ts';

const shop = await ownShop();
const { db } = shop.context;
const admin = await shop.person('admin');
const dana = await shop.person();
const priya = await shop.person();
const tool = await shop.tool({ name: 'Claw Hammer' });
const order = await ordered(shop, dana, tool);

const read = async (query: Record<string, string> = {}) => (await shop.call('readAudit', { query }, admin)).body;
const targets = async (query: Record<string, string>) =>
  (await read(query)).rows.map((it: { target: string }) => it.target);

test('rows come newest first, with who and what they name called as it is called now', async () => {
  await record(db, { action: 'tool.restocked', actor: admin.id, target: tool.id, meta: { pieces: 5 } });
  await record(db, { action: 'order.shipped', actor: admin.id, target: order.id });
  await record(db, { action: 'person.demoted', target: priya.id });
  await record(db, { action: 'order.cancelled', actor: randomUUID(), target: randomUUID() });
  const { rows } = await read();
  expect(rows.slice(0, 4)).toMatchObject([
    { action: 'order.cancelled', who: { name: null, email: null }, thing: null },
    { action: 'person.demoted', who: null, thing: { kind: 'person', email: priya.email, open: true } },
    {
      action: 'order.shipped',
      who: { email: admin.email },
      thing: { kind: 'order', number: expect.stringMatching(/^P-\d+$/) },
    },
    { action: 'tool.restocked', thing: { kind: 'tool', name: 'Claw Hammer', open: true }, details: { pieces: 5 } },
  ]);
  expect(rows.map((it: { id: number }) => it.id)).toEqual(
    rows.map((it: { id: number }) => it.id).toSorted((a: number, b: number) => b - a),
  );
});

test('a purchase is found by its number, an order by its short id', async () => {
  const { number } = (await shop.call('getOrder', { params: { id: order.id } }, dana)).body;
  const its = await targets({ target: order.id });
  expect(its.length).toBeGreaterThan(0);
  for (const target of [
    number,
    ` ${number.toLowerCase()} `,
    shortOrderId(order.id),
    shortOrderId(order.id).toLowerCase(),
  ])
    expect(await targets({ target })).toEqual(its);
  for (const target of [number.slice(2), 'P-9999999999', 'P-99999999999', 'P-', '0123456789AB'])
    expect(await targets({ target })).toEqual([]);
});

test('by the number of a purchase come the deeds of all its lines, by an id in capitals those of its line', async () => {
  const file = await shop.tool({ name: 'File' });
  const { id, lines, buyer } = await paidPurchase(
    shop,
    [tool, file].map((its) => ({ tool: its, quantity: 5 })),
  );
  const { number } = (await shop.call('getOrder', { params: { id } }, buyer)).body;
  const [, second = ''] = lines;
  await record(db, { action: 'order.shipped', actor: admin.id, target: second });
  expect((await targets({ target: number })).slice(0, 2)).toEqual([second, id]);
  expect(await targets({ target: number, person: admin.email })).toEqual([second]);
  expect((await targets({ target: ` ${second.toUpperCase()}` })).slice(0, 1)).toEqual([second]);
});

test('pages follow each other without a gap and without a repetition, while new rows come', async () => {
  const thing = randomUUID();
  for (let n = 0; n < 120; n += 1)
    await record(db, { action: 'review.added', actor: dana.id, target: thing, meta: { n } });
  const seen: number[] = [];
  const sizes: number[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await read({ target: thing, ...(after && { after }) });
    seen.push(...page.rows.map((it: { details: { n: number } }) => it.details.n));
    sizes.push(page.rows.length);
    after = page.next;
    await record(db, { action: 'review.added', actor: dana.id, target: thing, meta: { n: 1_000 } });
  }
  expect(sizes).toEqual([50, 50, 20]);
  expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => 119 - n));
});

test('every filter, and all of them together', async () => {
  const [mine, theirs] = [randomUUID(), randomUUID()];
  await record(db, { action: 'tool.added', actor: dana.id, target: mine });
  await record(db, { action: 'tool.deleted', actor: priya.id, target: mine });
  await record(db, { action: 'order.cancelled', actor: dana.id, target: theirs });
  await record(db, { action: 'person.disabled', actor: admin.id, target: dana.id });
  expect((await targets({ target: mine })).length).toBe(2);
  expect((await targets({ person: dana.email })).slice(0, 3)).toEqual([dana.id, theirs, mine]);
  expect((await targets({ person: ` ${dana.email.toUpperCase()} `, group: 'tools' })).slice(0, 1)).toEqual([mine]);
  expect(await targets({ person: dana.email, group: 'tools', target: mine })).toEqual([mine]);
  expect(await targets({ person: priya.email, group: 'orders', target: mine })).toEqual([]);
  expect(await targets({ person: dana.email, target: dana.id, group: 'rights' })).toEqual([dana.id]);
  expect(await targets({ person: 'nobody@example.com' })).toEqual([]);
  expect(await targets({ target: 'no such thing' })).toEqual([]);
  expect(new Set((await read({ group: 'rights' })).rows.map((it: { action: string }) => it.action))).toEqual(
    new Set(['person.disabled', 'person.demoted']),
  );
});

test('every kind of deed is in one group, and each group finds all of its own', async () => {
  const actions: AuditAction[] = Object.values(AUDIT_GROUPS).flat();
  expect(new Set(actions).size).toBe(actions.length);
  const thing = randomUUID();
  for (const action of actions) await record(db, { action, target: thing });
  for (const [group, own] of Object.entries(AUDIT_GROUPS)) {
    const { rows } = await read({ group, target: thing });
    expect(rows.map((it: { action: string }) => it.action).toSorted()).toEqual([...own].toSorted());
  }
});

test.each([
  [{ group: 'everything' }],
  [{ after: '0' }],
  [{ after: 'x' }],
  [{ target: 'a\u0000b' }],
  [{ target: 'x'.repeat(101) }],
  [{ person: 'x'.repeat(255) }],
])('%o is refused', async (query) => {
  expect((await shop.call('readAudit', { query }, admin)).status).toBe(400);
});

test('says how far the rows are sealed, and that somebody changed one', async () => {
  await sealAll(db);
  await checkAudit(shop.context, 1_000);
  const { seals } = await read();
  expect(seals).toMatchObject({ comparedAt: shop.context.clock().toISOString(), broken: null });
  expect(seals.compared).toBeGreaterThan(100);
  expect(Date.parse(seals.sealedAt)).toBeGreaterThan(Date.now() - 60_000);
  await shop.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`delete from audit where id = (select min(id) from audit)`;
  });
  await checkAudit(shop.context, 1_000);
  expect((await read()).seals.broken).toBe(1);
});

test('a page costs the same however many rows there are and however few fit', async () => {
  await shop.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    // Nearly all of one person and one kind, as a shop's rows are.
    await tx`insert into audit (actor, action, target, tx)
      select ${dana.id}::uuid, case when n % 20000 = 1 then 'tool.added' else 'order.placed' end, 'thing ' || n, 1
        from generate_series(1, 60000) n`;
  });
  await shop.sql`analyze audit`;
  const filters = [
    {},
    { group: 'settings' as const },
    { group: 'orders' as const },
    { targets: ['thing 77', 'thing 78'] },
    { targets: ['no such thing'] },
    { targets: [order.id], group: 'orders' as const },
  ];
  const cases = [
    ...filters.map((filter) => ({ filter, who: undefined })),
    ...filters.map((filter) => ({ filter, who: dana.id })),
    ...filters.map((filter) => ({ filter, who: priya.id })),
  ].flatMap(({ filter, who }) => [
    { filter, who },
    { filter: { ...filter, after: 30_000 }, who },
  ]);
  for (const { filter, who } of cases) {
    const {
      rows: [plan],
    } = await db.execute<{ 'QUERY PLAN': [{ Plan: Step }] }>(
      sql`explain (analyze, buffers, format json) ${rowsOf(filter, who)}`,
    );
    const { Plan: top } = (plan as { 'QUERY PLAN': [{ Plan: Step }] })['QUERY PLAN'][0];
    // Blocks of 8 kB: the table has about a thousand, its indexes more.
    expect([filter, who, top['Shared Hit Blocks'] + top['Shared Read Blocks'] < 700]).toEqual([filter, who, true]);
  }
});

interface Step {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}
