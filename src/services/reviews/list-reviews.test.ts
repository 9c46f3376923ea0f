import { expect, test } from 'vitest';
import { ownShop } from '../../../tests/harness/own-shop.ts';

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

test('without a review there is none, and no average', async () => {
  expect(await asked()).toEqual({ numbers: [], next: undefined, total: '0', average: null });
});

test('the newest come first, the link leads to those before, and each page tells of all', async () => {
  await shop.sql`
    insert into review (name, review, star) select 'Dana', no, case when no <= 501 then 5 else 3.5 end
    from generate_series(1, 1002) no`;
  const told = { total: '1002', average: '4.25' };
  expect(await asked()).toEqual({ numbers: range(3, 1002), next: { before: expect.any(String) }, ...told });
  const { next } = await asked();
  expect(await asked(next)).toEqual({ numbers: [1, 2], next: undefined, ...told });

  const three = await asked({ limit: '3' });
  expect(three).toEqual({ numbers: [1000, 1001, 1002], next: { limit: '3', before: expect.any(String) }, ...told });
  expect((await asked(three.next)).numbers).toEqual([997, 998, 999]);
  expect((await asked({ limit: '1000', before: three.next?.before ?? '' })).next).toBeUndefined();
});

test.each([{ limit: '0' }, { limit: '1001' }, { limit: 'all' }, { before: 'x' }, { before: '0' }])(
  'refuses %o',
  async (query) => expect((await shop.call('listReviews', { query })).status).toBe(400),
);
