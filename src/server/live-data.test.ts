import { expect, test } from 'vitest';
import { ownShop } from '../../tests/harness/own-shop.ts';
import { areLive, markLive } from './live-data.ts';

const shop = await ownShop();

test('what stand-ins confirmed counts no more in a live shop, and neither do the links of before it', async () => {
  const proofs = ['stand-in', 'mail', 'google'];
  const people = await Promise.all(proofs.map(() => shop.person()));
  const link = (age: string) => shop.sql`
    insert into email_confirmation (token_hash, person_id, expires_at)
    values (sha256(${age}::bytea), ${people[0]?.id}, now() + interval '1 hour')`;
  const links = async () => (await shop.sql`select token_hash from email_confirmation`).length;
  for (const [at, proof] of proofs.entries())
    await shop.sql`update person set email_proof = ${proof} where id = ${people[at]?.id}`;
  await link('before');
  await markLive(shop.sql);
  expect(await areLive(shop.sql)).toBe(true);
  expect(
    await Promise.all(
      people.map(
        async ({ id }) => (await shop.sql`select email_proof as proof from person where id = ${id}`)[0]?.proof,
      ),
    ),
  ).toEqual([null, 'mail', 'google']);
  expect(await links()).toBe(0);
  await link('since');
  await markLive(shop.sql);
  expect(await links()).toBe(1);
});
