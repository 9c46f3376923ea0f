import { expect } from 'vitest';
import type { Person, TestShop } from '../harness/own-shop.ts';
import { shopState } from '../harness/shop-state.ts';

/** Each mutation of a provider's event is answered with a problem, nothing is written, and the order stays unpaid. */
export async function refusesEvents<M extends readonly [name: string, ...rest: unknown[]]>(
  shop: TestShop,
  { id, buyer }: { id: string; buyer: Person },
  mutations: readonly M[],
  deliver: (mutation: M) => Response | Promise<Response>,
): Promise<void> {
  const before = await shopState(shop.sql);
  const through: string[] = [];
  for (const mutation of mutations) {
    const answer = await deliver(mutation);
    const problem = answer.headers.get('content-type') === 'application/problem+json';
    if (answer.status !== 400 || !problem) through.push(`${mutation[0]}: ${answer.status}`);
  }
  await shop.work();
  expect(through).toEqual([]);
  expect(await shopState(shop.sql)).toBe(before);
  const { body } = await shop.call('getOrder', { params: { id } }, buyer);
  expect(body).toMatchObject({ paid: false, state: 'unpaid' });
}
