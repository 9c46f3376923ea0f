import { expect, test } from 'vitest';
import { lockWaits } from '../../../tests/harness/overtaken.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';

const shop = await ownShop();
// Reviews are replaced on their own day only.
shop.toNextDay();
const admin = await shop.person('admin');

const write = (review: string, writer: Person) => shop.call('addReview', { body: { review, star: 1 } }, writer);
const hide = (id: string, shown?: string) =>
  shop.call('hideReview', { params: { id }, body: { reason: 'Advertises', ...(shown && { shown }) } }, admin);
const read = async (id: string) =>
  (await shop.sql`select review, hidden_reason as hidden from review where id = ${id}`)[0];

/** A review, and when it was written. */
async function written() {
  const writer = await shop.person();
  const { insertedId: id } = (await write('Cheap saws at my place.', writer)).body;
  const { rows } = (await shop.call('listAllReviews', {}, admin)).body;
  const shown = rows.find((it: { _id: string }) => it._id === id).createdAt as string;
  shop.passTime(1_000);
  return { id, shown, writer };
}

test('a review is hidden as it was shown, and not once its writer has replaced it', async () => {
  const { id, shown, writer } = await written();
  await write('Every saw held.', writer);
  const refused = await hide(id, shown);
  expect(refused).toMatchObject({ status: 409, body: { code: 'review_replaced' } });
  expect(refused.body.detail).toBe(
    'Its writer has replaced this review since you read it. Nothing was hidden; read the new one first.',
  );
  expect(await read(id)).toEqual({ review: 'Every saw held.', hidden: null });
  expect(await shop.sql`select from audit where target = ${id} and action = 'review.hidden'`).toHaveLength(0);
});

test('what was shown of a review is compared as it is told, and said again it is still hidden', async () => {
  const [row] = await shop.sql`
    insert into review (name, review, star, created_at) values ('Ann', 'One.', 5, '2026-11-22T14:02:00.123456Z') returning id`;
  const shown = '2026-11-22T14:02:00.123Z';
  for (const said of [shown, '2026-11-22T14:02:00.123456Z'])
    expect(await hide(row?.id, said)).toMatchObject({ status: 200, body: { hidden: { reason: 'Advertises' } } });
  expect((await hide(row?.id, 'yesterday')).status).toBe(400);
});

test('whoever hides it second hears that it was hidden before; sent again, the first one’s does not', async () => {
  const { id } = await written();
  const other = await shop.person('admin');
  const hideAs = async (who: Person, reason: string) =>
    (await shop.call('hideReview', { params: { id }, body: { reason } }, who)).body;
  const hidden = { reason: 'Advertises' };
  for (const _ of ['', 'again']) expect(await hideAs(admin, 'Advertises')).toMatchObject({ hidden, already: false });
  for (const reason of ['Insults', 'Advertises'])
    expect(await hideAs(other, reason)).toMatchObject({ hidden, already: true });
});

test.each([
  { is: 'refused where it says what was shown', says: true, hidden: null },
  { is: 'of the new one where it does not', says: false, hidden: 'Advertises' },
])('hiding a review while its writer replaces it is $is', async ({ says, hidden }) => {
  const { id, shown, writer } = await written();
  const { replaced, asked } = await shop.sql.begin(async (slower) => {
    // What the writer does is held before its end.
    await slower`lock table audit in exclusive mode`;
    const second = write('Every saw held.', writer);
    await expect.poll(() => lockWaits(shop)).toBe(1);
    const hiding = hide(id, says ? shown : undefined);
    await expect.poll(() => lockWaits(shop)).toBe(2);
    return { replaced: [second], asked: [hiding] };
  });
  expect((await replaced[0])?.body.insertedId).toBe(id);
  const answer = await asked[0];
  if (says) expect(answer).toMatchObject({ status: 409, body: { code: 'review_replaced' } });
  else expect(answer).toMatchObject({ status: 200, body: { hidden: { reason: 'Advertises' } } });
  expect(await read(id)).toEqual({ review: 'Every saw held.', hidden });
});
