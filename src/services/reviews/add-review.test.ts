import { expect, test } from 'vitest';
import { REVIEWS_PER_DAY } from '#model/reviews/review.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';

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
  [{ person_id: '0' }, ''],
  [{ createdAt: '2000-01-01' }, ''],
])('%.40j is refused with 400', async (change, field) => {
  const dana = await shop.person();
  const answer = await add({ review: 'Good.', star: 5, ...change }, dana);
  expect(answer.status).toBe(400);
  expect(answer.body.errors.map((it: { field: string }) => it.field)).toEqual([field]);
  expect(await written(dana)).toEqual([]);
});

test('five a day, all at once or one by one; the sixth hears when it may come, and comes then', async () => {
  const own = await ownShop();
  const [dana, other] = [await own.person(), await own.person()];
  const send = async (who: Person) => {
    // The clock is moved further than a token lives.
    const issue = { params: { email: who.email }, body: { email: who.email }, headers: { cookie: who.cookie } };
    const token = (await own.call('issueToken', issue)).body.token;
    return own.call('addReview', { body: { review: 'Good.', star: 5 } }, { ...who, token });
  };
  const first = await send(dana);
  expect(first.status).toBe(200);
  own.passTime(HOUR);
  const answers = await Promise.all(Array.from({ length: 7 }, () => send(dana)));
  expect(answers.filter((it) => it.status === 200)).toHaveLength(REVIEWS_PER_DAY - 1);
  const [refused] = answers.filter((it) => it.status === 429);
  expect(refused?.headers.get('retry-after')).toBe(String(23 * 3600));
  expect(refused?.body.detail).toBe('You wrote 5 reviews within a day. The next one can be sent in 23 hours.');
  expect((await send(other)).status).toBe(200);

  own.passTime(23 * HOUR + 1000);
  expect((await send(dana)).status).toBe(200);
  expect((await send(dana)).headers.get('retry-after')).toBe(String(HOUR / 1000 - 1));
});
