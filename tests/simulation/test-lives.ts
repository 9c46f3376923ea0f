import { describe, expect, test } from 'vitest';
import type { Sql } from '../../platform/postgres/sql.ts';
import { LIVES, lead, MOVES, SELDOM_MOVES, type Told } from './lives.ts';
import { SELDOM, SITES } from './sites.ts';

/** The tests of half the lives: two files, so that two processors lead them at once. */
export function testLives(client: Sql, half: 'first' | 'second'): void {
  const [from, to] = half === 'first' ? [1, LIVES / 2] : [LIVES / 2 + 1, LIVES];

  describe(`the shop in a world that fails, lives ${from} to ${to}`, () => {
    let told: Told = { sites: new Map(), moves: new Map() };

    test('whatever fails and in whatever order: no promise is broken, and all comes to a good end', async () => {
      told = await lead(client, from, to);
    }, 14_400_000);

    test('in which every move happened', () => {
      expect([...told.moves.keys()].filter((move) => ![...MOVES, ...SELDOM_MOVES].includes(move))).toEqual([]);
      expect(MOVES.filter((move) => !told.moves.has(move))).toEqual([]);
    });

    test(`and something went wrong at each of ${SITES.length} places`, () => {
      expect([...told.sites.keys()].filter((site) => ![...SITES, ...SELDOM].includes(site))).toEqual([]);
      expect(SITES.filter((site) => !told.sites.has(site))).toEqual([]);
    });
  });
}
