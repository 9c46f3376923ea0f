import { describe, expect, test } from 'vitest';
import { REVIEW_SENDS_PER_DAY } from '#model/reviews/review.ts';
import { ordered, paid } from '../../../tests/harness/own-payments.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';
import { addReview, getReviewStanding } from './add-review.ts';

const HOUR = 3_600_000;
const PHOTO = `/images/${'a1'.repeat(16)}/1200.webp`;
const shop = await ownShop();
const add = (body: unknown, caller: Person) => shop.call('addReview', { body }, caller);
const written = async (who: Person) => [
  ...(await shop.sql`select id, name, photo, review, star::float from review where person_id = ${who.id} order by seq`),
];

test('a review is the newest of all, under the name and photo of the profile, whatever was sent', async () => {
  const dana = await shop.person();
  await shop.sql`update person set name = 'Dana Ortiz', photo = ${PHOTO} where id = ${dana.id}`;
  const sent = { review: ' Every clamp held.\nTwice. ', star: 4.5, email: dana.email.toUpperCase() };
  const answer = await add({ ...sent, name: 'Somebody Else', photo: 'https://evil.example/x.webp' }, dana);
  expect(answer).toMatchObject({ status: 200, body: { acknowledged: true } });

  const { body } = await shop.call('listReviews');
  expect(body.at(-1)).toEqual({
    _id: answer.body.insertedId,
    name: 'Dana Ortiz',
    photo: PHOTO,
    review: 'Every clamp held.\nTwice.',
    star: 4.5,
    verified: false,
    createdAt: shop.context.clock().toISOString(),
  });
  const rows =
    await shop.sql`select action, target, meta from audit where actor = ${dana.id} and action like 'review%'`;
  expect([...rows]).toEqual([{ action: 'review.added', target: answer.body.insertedId, meta: { star: 4.5 } }]);
});

test('a review keeps the name and photo that its writer had', async () => {
  const dana = await shop.person();
  await add({ review: 'Good.', star: 5 }, dana);
  await shop.sql`update person set name = 'Another Name' where id = ${dana.id}`;
  expect(await written(dana)).toMatchObject([{ name: 'Sam Sample', photo: null }]);
});

test('nobody writes in the name of another, and admins write none', async () => {
  const [dana, other, admin] = [await shop.person(), await shop.person(), await shop.person('admin')];
  expect((await add({ review: 'Good.', star: 5, email: other.email }, dana)).status).toBe(403);
  expect((await add({ review: 'Good.', star: 5 }, admin)).body.code).toBe('customer_only');
  expect([...(await written(dana)), ...(await written(other)), ...(await written(admin))]).toEqual([]);
});

test.each([
  [{ star: 0 }, 'star'],
  [{ star: 5.5 }, 'star'],
  [{ star: 4.2 }, 'star'],
  [{ star: '5' }, 'star'],
  [{ star: undefined }, 'star'],
  [{ review: '' }, 'review'],
  [{ review: ' \n ' }, 'review'],
  [{ review: 'x'.repeat(2001) }, 'review'],
  [{ review: 'nul\u0000' }, 'review'],
  [{ person_id: '0' }, 'person_id'],
  [{ createdAt: '2000-01-01' }, 'createdAt'],
])('%.40j is refused with 400', async (change, field) => {
  const dana = await shop.person();
  const answer = await add({ review: 'Good.', star: 5, ...change }, dana);
  expect(answer.status).toBe(400);
  expect(answer.body.errors.map((it: { field: string }) => it.field)).toEqual([field]);
  expect(await written(dana)).toEqual([]);
});

test('one a person a day: a newer one replaces it, keeps its id and comes first; the next day another stands beside it', async () => {
  const own = await ownShop();
  const [dana, other] = [await own.person(), await own.person()];
  const send = async (who: Person, review: string) =>
    (await own.call('addReview', { body: { review, star: 5 } }, await own.renewed(who))).body.insertedId;
  const listed = async () => (await own.call('listReviews')).body.map((it: { review: string }) => it.review);
  await own.sql`delete from review`;
  own.passTime(untilMidnight(own.context.clock()) + HOUR);
  const first = await send(dana, 'First.');
  await send(other, 'Of another.');
  own.passTime(22 * HOUR);
  expect(await send(dana, 'Second.')).toBe(first);
  expect(await listed()).toEqual(['Of another.', 'Second.']);
  own.passTime(2 * HOUR);
  expect(await send(dana, 'Third.')).not.toBe(first);
  expect(await listed()).toEqual(['Of another.', 'Second.', 'Third.']);
  const deeds = await own.sql`select action from audit where actor = ${dana.id} and action like 'review%' order by id`;
  expect(deeds.map(({ action }) => action)).toEqual(['review.added', 'review.replaced', 'review.added']);
});

test('sent many times at once there is one; after five the sixth hears when it may come, and comes then', async () => {
  const own = await ownShop();
  const [dana, other] = [await own.person(), await own.person()];
  const send = async (who: Person) =>
    own.call('addReview', { body: { review: 'Good.', star: 5 } }, await own.renewed(who));
  own.passTime(untilMidnight(own.context.clock()) + HOUR);
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(dana)));
  expect(answers.filter((it) => it.status === 200)).toHaveLength(REVIEW_SENDS_PER_DAY);
  expect(await own.sql`select sent from review where person_id = ${dana.id}`).toEqual([{ sent: REVIEW_SENDS_PER_DAY }]);
  const [refused] = answers.filter((it) => it.status === 429);
  expect(refused?.headers.get('retry-after')).toBe(String(23 * 3600));
  expect(refused?.body.detail).toBe('You sent 5 reviews today. The next one can be sent in 23 hours.');
  expect((await send(other)).status).toBe(200);
  own.passTime(23 * HOUR);
  expect((await send(dana)).status).toBe(200);
});

describe('what a review would meet', () => {
  const standing = async (who: Person) =>
    (await shop.call('getReviewStanding', { params: { email: who.email } }, who)).body;

  test('nothing, or the one of today that it replaces', async () => {
    const dana = await shop.person();
    expect(await standing(dana)).toEqual({ refusal: null, today: null });
    await add({ review: 'Good.', star: 3.5 }, dana);
    expect(await standing(dana)).toEqual({ refusal: null, today: { review: 'Good.', star: 3.5 } });
    await shop.sql`update review set created_at = created_at - interval '1 day' where person_id = ${dana.id}`;
    expect(await standing(dana)).toEqual({ refusal: null, today: null });
  });

  test('a hidden one of today is not replaced, and the writer hears why', async () => {
    const [dana, admin] = [await shop.person(), await shop.person('admin')];
    const { body } = await add({ review: 'Buy at my place instead.', star: 1 }, dana);
    const hide = { params: { id: body.insertedId }, body: { reason: 'Advertises' } };
    expect((await shop.call('hideReview', hide, admin)).status).toBe(200);
    expect(await standing(dana)).toEqual({ refusal: 'review_hidden', today: null });
    expect(await add({ review: 'Again.', star: 1 }, dana)).toMatchObject({
      status: 409,
      body: { code: 'review_hidden' },
    });
    expect(await written(dana)).toMatchObject([{ review: 'Buy at my place instead.' }]);
  });

  test('where only buyers review: a refusal until an order of theirs has been shipped', async () => {
    const context = { ...shop.context, reviewsFrom: 'buyers' as const };
    const dana = await shop.person();
    const tool = await shop.tool();
    const send = () => addReview(context, dana.id, { review: 'Good.', star: 5 });
    const refused = { ok: false, failure: { code: 'no_purchase_yet' } };
    expect(await send()).toEqual(refused);
    const order = await ordered(shop, dana, tool);
    await paid(shop, dana, order);
    expect(await send()).toEqual(refused);
    expect(await getReviewStanding(context, dana.id)).toEqual({ refusal: 'no_purchase_yet', today: null });
    const admin = await shop.person('admin');
    expect((await shop.call('shipOrder', { params: { id: order.id } }, admin)).status).toBe(200);
    expect(await getReviewStanding(context, dana.id)).toEqual({ refusal: null, today: null });
    expect(await send()).toMatchObject({ ok: true });
  });
});

/** Milliseconds until the next day begins, in UTC. */
function untilMidnight(now: Date): number {
  return 24 * HOUR - (now.getTime() % (24 * HOUR));
}
