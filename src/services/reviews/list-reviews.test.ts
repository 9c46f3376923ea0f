import { expect, test } from 'vitest';
import { ordered, paid } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { setState } from '../../../tests/harness/purchase-rows.ts';
import { listReviews } from './list-reviews.ts';

const shop = await ownShop();
await shop.sql`delete from review`;

/** The answer to the call, with the texts of its reviews as numbers. */
async function asked(query: Record<string, string> = {}) {
  const answer = await shop.call('listReviews', { query });
  const link = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  return {
    numbers: answer.body.map(({ review }: { review: string }) => Number(review)),
    next: link ? Object.fromEntries(new URL(link, 'http://shop.example').searchParams) : undefined,
    total: answer.headers.get('x-total-count'),
    average: answer.headers.get('x-average-star'),
  };
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

test('a shop without sample data shows no review that nobody wrote, and counts none', async () => {
  const { id } = await shop.person();
  await shop.sql`
    insert into review (name, review, star, person_id)
    values ('Sample', '1', 1, null), ('Dana', '2', 4, ${id}), ('Sample', '3', 1, null)`;
  const { rows, ...told } = await listReviews({ ...shop.context, sampleData: false });
  expect(rows.map(({ review }) => review)).toEqual(['2']);
  expect(told).toEqual({ next: undefined, total: 1, averageStar: 4 });
  expect((await asked()).numbers).toEqual([1, 2, 3]);
  await shop.sql`delete from review`;
});

test('without a review there is none, and no average', async () => {
  expect(await asked()).toEqual({ numbers: [], next: undefined, total: '0', average: null });
});

test('the newest come first, the link leads to those before, and each page tells of all', async () => {
  await shop.sql`
    insert into review (name, review, star) select 'Dana', no, case when no <= 501 then 5 else 3.5 end
    from generate_series(1, 1002) no`;
  const told = { total: '1002', average: '4.25' };
  expect(await asked()).toEqual({ numbers: range(3, 1002), next: { after: expect.any(String) }, ...told });
  const { next } = await asked();
  expect(await asked(next)).toEqual({ numbers: [1, 2], next: undefined, ...told });

  const three = await asked({ limit: '3' });
  expect(three).toEqual({ numbers: [1000, 1001, 1002], next: { limit: '3', after: expect.any(String) }, ...told });
  expect((await asked(three.next)).numbers).toEqual([997, 998, 999]);
  expect((await asked({ limit: '1000', after: three.next?.after ?? '' })).next).toBeUndefined();
  // What `after` was called.
  expect((await asked({ limit: '3', before: three.next?.after ?? '' })).numbers).toEqual([997, 998, 999]);
});

test.each([{ limit: '0' }, { limit: '1001' }, { limit: 'all' }, { after: 'x' }, { before: 'x' }, { before: '0' }])(
  'refuses %o',
  async (query) => expect((await shop.call('listReviews', { query })).status).toBe(400),
);

test('a writer with a shipped order is verified, also when it ships later, and no longer once it is not shipped', async () => {
  const own = await ownShop();
  await own.sql`delete from review`;
  const [dana, admin] = [await own.person(), await own.person('admin')];
  await own.call('addReview', { body: { review: 'Good.', star: 5 } }, dana);
  await own.sql`insert into review (name, review, star) values ('Ann', 'A sample.', 4)`;
  const verified = async () => (await own.call('listReviews')).body.map((it: { verified: boolean }) => it.verified);
  const order = await ordered(own, dana, await own.tool());
  await paid(own, dana, order);
  expect(await verified()).toEqual([false, false]);
  await own.call('shipOrder', { params: { id: order.id } }, admin);
  expect(await verified()).toEqual([true, false]);
  // The customer disputes the charge at the bank.
  await setState(own.sql, order.id, 'review', { review_reason: 'dispute' });
  expect(await verified()).toEqual([false, false]);
});

test('a hidden review is in no list, count or average, and comes back as it was', async () => {
  const own = await ownShop();
  await own.sql`delete from review`;
  const admin = await own.person('admin');
  await own.sql`insert into review (name, review, star) values ('Ann', 'One.', 5), ('Ben', 'Two.', 1), ('Cy', 'Three.', 4)`;
  const seen = async () => {
    const { body, headers } = await own.call('listReviews');
    const names = body.map(({ name }: { name: string }) => name);
    return [...names, headers.get('x-total-count'), headers.get('x-average-star')];
  };
  const all = async (query = {}) =>
    (await own.call('listAllReviews', { query }, admin)).body.rows.map((it: { name: string }) => it.name);
  const id = (await own.call('listReviews')).body[1]._id;
  const before = await seen();
  expect(before).toEqual(['Ann', 'Ben', 'Cy', '3', '3.33']);

  const hide = { params: { id }, body: { reason: ' Advertises ' } };
  const hidden = (await own.call('hideReview', hide, admin)).body.hidden;
  expect(hidden).toEqual({ at: own.context.clock().toISOString(), reason: 'Advertises', by: 'Sam Sample' });
  expect(await seen()).toEqual(['Ann', 'Cy', '2', '4.5']);
  expect([await all(), await all({ show: 'hidden' }), await all({ show: 'visible' })]).toEqual([
    ['Cy', 'Ben', 'Ann'],
    ['Ben'],
    ['Cy', 'Ann'],
  ]);
  const { body } = await own.call('listAllReviews', {}, admin);
  expect(body).toMatchObject({ total: 3, hidden: 1 });
  const again = await own.call('hideReview', { params: { id }, body: { reason: 'Another' } }, admin);
  expect(again.body.hidden.reason).toBe('Advertises');

  expect((await own.call('showReview', { params: { id } }, admin)).body.hidden).toBeNull();
  expect(await seen()).toEqual(before);
  const deeds = await own.sql`select action, meta from audit where target = ${id} order by id`;
  expect(deeds).toEqual([
    { action: 'review.hidden', meta: { reason: 'Advertises' } },
    { action: 'review.shown', meta: {} },
  ]);
});

test.each([{}, { reason: '' }, { reason: '  ' }, { reason: 'x'.repeat(501) }, { reason: 'nul\u0000' }])(
  'a review is not hidden for the reason %.40j',
  async (body) => {
    const admin = await shop.person('admin');
    const [made] = await shop.sql`insert into review (name, review, star) values ('Ann', 'One.', 5) returning id`;
    const answer = await shop.call('hideReview', { params: { id: made?.id }, body }, admin);
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'reason']);
    expect(await shop.sql`select from review where id = ${made?.id} and hidden_at is null`).toHaveLength(1);
  },
);

test('all reviews are listed newest first, 50 at most, with the way to those before and the address of who wrote them', async () => {
  const own = await ownShop();
  await own.sql`delete from review`;
  const [dana, admin] = [await own.person(), await own.person('admin')];
  await own.sql`insert into review (name, review, star) select 'Ann', no, 5 from generate_series(1, 60) no`;
  await own.call('addReview', { body: { review: '61', star: 5 } }, dana);
  const first = await own.call('listAllReviews', {}, admin);
  expect(first.body.rows.map((it: { review: string }) => Number(it.review))).toEqual(range(12, 61).toReversed());
  expect([first.body.rows[0].email, first.body.rows[1].email]).toEqual([dana.email, null]);
  const rest = await own.call('listAllReviews', { query: { after: first.body.next } }, admin);
  expect(rest.body.rows.map((it: { review: string }) => Number(it.review))).toEqual(range(1, 11).toReversed());
  expect(rest.body.next).toBeUndefined();
});
