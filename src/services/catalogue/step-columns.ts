import type { PriceStep } from '#model/catalogue/ladder.ts';

/** The steps of a tool as its table keeps them. */
export const stepColumns = (steps: readonly PriceStep[]) => ({
  stepFrom: steps.map(({ from }) => from),
  stepPrice: steps.map(({ price }) => price),
});
