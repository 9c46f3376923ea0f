/** Draws that are the same for the same seed. */
export interface Random {
  /** From 0 up to, and without, 1. */
  readonly draw: () => number;
  readonly chance: (probability: number) => boolean;
  readonly below: (limit: number) => number;
  readonly one: <T>(of: readonly T[]) => T;
}

/** Mulberry32: small, quick and good enough to shuffle with. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const draw = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(draw() * limit);
  return {
    draw,
    below,
    chance: (probability) => draw() < probability,
    one: (of) => {
      const chosen = of[below(of.length)];
      if (chosen === undefined) throw new Error('nothing to choose from');
      return chosen;
    },
  };
}
