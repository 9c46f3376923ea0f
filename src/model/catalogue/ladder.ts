/** From so many pieces on, each of them costs `price` whole dollars. */
export type PriceStep = { from: number; price: number };

/** For how much a tool is sold in which quantities: `price` from the minimum on, then the steps. */
export interface Ladder {
  readonly price: number;
  readonly min_quantity: number;
  /** Only whole packs are ordered; 1 where pieces are sold singly. */
  readonly pack: number;
  readonly steps: readonly PriceStep[];
}

export const LADDER_FIELDS = ['price', 'min_quantity', 'pack', 'steps'] as const satisfies readonly (keyof Ladder)[];

/** With the first price, a table of six rows. */
export const MAX_STEPS = 5;

/** `field` as errors name it: "min_quantity", "steps.0.from", "steps.0.price". */
export type LadderProblem = { readonly field: string } & (
  | { readonly code: 'not_whole_packs'; readonly quantity: number; readonly pack: number }
  | { readonly code: 'steps_must_grow'; readonly before: number }
  | { readonly code: 'price_must_fall'; readonly from: number; readonly price: number; readonly before: number }
);

/** Why the shop would refuse these prices, the first row first. The database says the same in `is_ladder`. */
export function ladderProblems({ price, min_quantity, pack, steps }: Ladder): LadderProblem[] {
  const problems: LadderProblem[] = [];
  if (min_quantity % pack !== 0)
    problems.push({ field: 'min_quantity', code: 'not_whole_packs', quantity: min_quantity, pack });
  let before: PriceStep = { from: min_quantity, price };
  for (const [at, step] of steps.entries()) {
    const field = `steps.${at}`;
    if (step.from <= before.from)
      problems.push({ field: `${field}.from`, code: 'steps_must_grow', before: before.from });
    else if (step.from % pack !== 0)
      problems.push({ field: `${field}.from`, code: 'not_whole_packs', quantity: step.from, pack });
    if (step.price >= before.price)
      problems.push({ field: `${field}.price`, code: 'price_must_fall', ...step, before: before.price });
    before = step;
  }
  return problems;
}
