import type { Ladder } from '#model/catalogue/ladder.ts';

export type { Ladder };
export type Asked = Ladder & { readonly quantity: number };

/** So many ladders, each with a quantity that can be asked of it, many of them near a step; the same for the same seed. */
export function ladders(seed: number, count: number): Asked[] {
  const draw = drawFrom(seed);
  return Array.from({ length: count }, () => {
    const pack = draw(3) === 0 ? 1 + draw(24) : 1;
    const min_quantity = pack * (1 + draw(50));
    let [from, price] = [min_quantity, 1 + draw(draw(2) ? 60 : 20_000)];
    const first = price;
    const steps: { from: number; price: number }[] = [];
    for (let left = draw(6); left > 0 && price > 1; left -= 1) {
      from += pack * (1 + draw(draw(2) ? 10 : 300));
      price -= 1 + draw(Math.min(price - 1, draw(2) ? 3 : price));
      steps.push({ from, price });
    }
    const near = steps[draw(steps.length + 1)]?.from ?? min_quantity;
    const whole = near + pack * (draw(2) ? draw(7) - 3 : draw(200));
    return { price: first, min_quantity, pack, steps, quantity: Math.max(min_quantity, whole) };
  });
}

/** A whole number from 0 to below `end`. */
function drawFrom(seed: number): (end: number) => number {
  let state = seed;
  return (end) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  };
}
