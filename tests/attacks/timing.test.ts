import { randomUUID } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import { describe, expect, test } from 'vitest';
import { createApp } from '#http/app.ts';
import * as schema from '#tables/schema.ts';
import { mannWhitney, median } from '../harness/mann-whitney.ts';
import { ORIGIN, ownShop } from '../harness/own-shop.ts';

const PAIRS = 400;
const shop = await ownShop();
const known = await shop.person();

/** The work of the request under way: its hash computations and its statements, without their values. */
let work: string[] = [];
const { hasher } = shop.context;
const context = {
  ...shop.context,
  // Where sign-up signs in at once, as specified, it has to say that an address is taken.
  confirmation: 'required' as const,
  db: drizzle(shop.sql.pool, { schema, logger: { logQuery: (query) => work.push(query) } }),
  hasher: {
    ...hasher,
    hash: (password: string) => {
      work.push('hash');
      return hasher.hash(password);
    },
    verify: (password: string, hash: string | undefined) => {
      work.push('verify');
      return hasher.verify(password, hash);
    },
  },
};
const app = createApp({ context, publicOrigin: ORIGIN, shopName: 'Toolyard' });

let network = 0;
const CALLS = {
  'sign-in': (email: string) => ({ email, password: 'a wrong password' }),
  'request-reset': (email: string) => ({ email }),
  'sign-up': (email: string) => ({ name: 'Sam', email, password: 'secret' }),
} as const;
type Call = keyof typeof CALLS;

/** Asks from a network of its own: the limit for one network is another matter. */
function ask(call: Call, email: string) {
  network += 1;
  const request = {
    method: 'POST',
    headers: { origin: ORIGIN, 'content-type': 'application/json' },
    body: JSON.stringify(CALLS[call](email)),
  };
  const remoteAddress = `198.${18 + Math.floor(network / 62_500)}.${Math.floor(network / 250) % 250}.${network % 250}`;
  return app.request(`${ORIGIN}/auth/${call}`, request, { incoming: { socket: { remoteAddress } } });
}

async function workOf(call: Call, email: string) {
  work = [];
  const { status } = await ask(call, email);
  return { status, work };
}

const unknown = () => `${randomUUID().slice(0, 8)}@example.com`;

describe.each(Object.keys(CALLS) as Call[])('%s', (call) => {
  test('does the same work for a known address as for an unknown one', async () => {
    const seen = await workOf(call, known.email);
    expect(seen.work.filter((step) => step === 'verify')).toHaveLength(call === 'sign-in' ? 1 : 0);
    expect(seen.work.length).toBeGreaterThan(2);
    expect(await workOf(call, unknown())).toEqual(seen);
  });

  test.runIf(import.meta.env.MODE === 'night')(
    `takes as long for a known address as for an unknown one, ${PAIRS} times each`,
    async ({ annotate }) => {
      const [hash] = await shop.sql`select hash from password where person_id = ${known.id}`;
      const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
      const timed = async (email: string) => {
        const began = performance.now();
        await ask(call, email);
        return performance.now() - began;
      };
      for (let pair = -20; pair < PAIRS; pair += 1) {
        const email = unknown();
        const [made] = await shop.sql`insert into person (name, email) values ('Sam', ${email}) returning id`;
        await shop.sql`insert into password (person_id, hash) values (${made?.id}, ${hash?.hash})`;
        const order = pair % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
        for (const which of order) {
          const ms = await timed(which === 'known' ? email : unknown());
          // The first ones warm the shop up.
          if (pair >= 0) times[which].push(ms);
        }
      }
      const p = mannWhitney(times.known, times.unknown);
      const medians = [median(times.known), median(times.unknown)].map((ms) => `${ms.toFixed(3)} ms`).join(' and ');
      await annotate(`p = ${p.toFixed(4)}, medians ${medians}`);
      expect(p, `medians ${medians}`).toBeGreaterThan(0.01);
    },
    600_000,
  );
});

test('the comparison sees a difference of a twentieth, and none where there is none', () => {
  // A fixed sequence that looks like noise.
  const noise = (seed: number) => Array.from({ length: PAIRS }, (_, n) => 10 + (((n + seed) * 7919) % 1009) / 1009);
  expect(mannWhitney(noise(0), noise(5000))).toBeGreaterThan(0.01);
  expect(
    mannWhitney(
      noise(0),
      noise(5000).map((ms) => ms + 0.1),
    ),
  ).toBeLessThan(0.01);
  // As the complementary error function has it, for runs of 20 numbers that begin so much later, ties and all.
  const from = (first: number) => Array.from({ length: 20 }, (_, n) => first + n);
  for (const [later, p] of [
    [0, 1],
    [3, 0.136_502_5],
    [5, 0.018_521_9],
    [10, 0.000_052_1],
  ] as const)
    expect(mannWhitney(from(1), from(1 + later))).toBeCloseTo(p, 6);
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
});
