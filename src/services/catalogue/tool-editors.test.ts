import { expect, test } from 'vitest';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';

const shop = await ownShop();
const [first, second, third] = [await shop.person('admin'), await shop.person('admin'), await shop.person('admin')];
await shop.sql`update person set name = 'Second Admin' where id = ${second.id}`;
await shop.sql`update person set name = 'Third Admin' where id = ${third.id}`;

const beat = async (by: Person, id: string) => {
  const { status, body } = await shop.call('noteEditor', { params: { id } }, await shop.renewed(by));
  return status === 200 ? body.others : body.code;
};
const leave = async (by: Person, id: string) =>
  (await shop.call('forgetEditor', { params: { id } }, await shop.renewed(by))).body;
const now = () => shop.context.clock().toISOString();

test('admins see each other, the first to come first, and nobody sees themself or another tool', async () => {
  const [{ id }, other] = [await shop.tool(), await shop.tool()];
  const at = [now()];
  expect(await beat(second, id)).toEqual([]);
  shop.passTime(5_000);
  at.push(now());
  expect(await beat(third, id)).toEqual([{ name: 'Second Admin', since: at[0] }]);
  shop.passTime(5_000);
  expect(await beat(first, id)).toEqual([
    { name: 'Second Admin', since: at[0] },
    { name: 'Third Admin', since: at[1] },
  ]);
  expect(await beat(second, id)).toHaveLength(2);
  expect(await beat(first, other.id)).toEqual([]);
});

test('since stays with the first heartbeat; after a minute without one they have gone, and come anew', async () => {
  const { id } = await shop.tool();
  const came = now();
  await beat(second, id);
  for (let beats = 0; beats < 6; beats += 1) {
    shop.passTime(20_000);
    await beat(second, id);
  }
  expect(await beat(first, id)).toEqual([{ name: 'Second Admin', since: came }]);
  shop.passTime(59_999);
  expect(await beat(first, id)).toEqual([{ name: 'Second Admin', since: came }]);
  shop.passTime(1);
  expect(await beat(first, id)).toEqual([]);
  await beat(second, id);
  expect(await beat(first, id)).toEqual([{ name: 'Second Admin', since: now() }]);
});

test('who comes back before anybody looked has gone all the same', async () => {
  const { id } = await shop.tool();
  await beat(second, id);
  shop.passTime(60_000);
  await beat(second, id);
  expect(await beat(first, id)).toEqual([{ name: 'Second Admin', since: now() }]);
});

test('a heartbeat removes the rows of those who have gone, of every tool', async () => {
  const [{ id }, other] = [await shop.tool(), await shop.tool()];
  await beat(second, other.id);
  await beat(third, id);
  shop.passTime(60_000);
  await beat(first, id);
  const rows = await shop.sql`select person_id as by from tool_editing where tool_id in (${id}, ${other.id})`;
  expect([...rows]).toEqual([{ by: first.id }]);
});

test('who leaves has gone at once; twice is no fault', async () => {
  const { id } = await shop.tool();
  await beat(second, id);
  expect(await leave(second, id)).toEqual({ acknowledged: true, deletedCount: 1 });
  expect(await leave(second, id)).toEqual({ acknowledged: true, deletedCount: 0 });
  expect(await beat(first, id)).toEqual([]);
});

test('all at once, again and again, with old rows of each other: none fails and none waits for ever', async () => {
  const tools = await Promise.all(Array.from({ length: 4 }, () => shop.tool()));
  const people = await Promise.all([first, second, third].map((it) => shop.renewed(it)));
  const all = () =>
    Promise.all(tools.flatMap(({ id }) => people.map((by) => shop.call('noteEditor', { params: { id } }, by))));
  for (let round = 0; round < 5; round += 1) {
    expect((await all()).map(({ status }) => status)).toEqual(Array(12).fill(200));
    shop.passTime(60_000);
  }
});

test('an archived tool, and one that never was, has nobody; customers and strangers are refused', async () => {
  const gone = await shop.tool({ deletedAt: new Date() });
  expect(await beat(first, gone.id)).toBe('tool_not_found');
  expect(await beat(first, '00000000-0000-4000-8000-000000000000')).toBe('tool_not_found');
  const { id } = await shop.tool();
  for (const name of ['noteEditor', 'forgetEditor'] as const) {
    expect((await shop.call(name, { params: { id } })).status).toBe(401);
    expect((await shop.call(name, { params: { id } }, await shop.person())).status).toBe(403);
  }
});

test('heartbeats leave no audit', async () => {
  const { id } = await shop.tool();
  await beat(first, id);
  await leave(first, id);
  expect([...(await shop.sql`select action from audit where target = ${id}`)]).toEqual([]);
});
