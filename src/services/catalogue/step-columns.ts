import type { PriceStep } from '#model/catalogue/ladder.ts';

/** The steps of a tool as its table keeps them. */
export const stepColumns = (steps: readonly PriceStep[]) => ({
  stepFrom: steps.map(({ from }) => from),
  stepPrice: steps.map(({ price }) => price),
});

export const stepsOf = ({ stepFrom, stepPrice }: ReturnType<typeof stepColumns>): PriceStep[] =>
  stepFrom.map((from, at) => ({ from, price: stepPrice[at] as number }));
