import type { RestockProblem } from '#model/catalogue/restock.ts';
import { failure } from '#model/kernel/outcome.ts';
import { restockText } from '#texts/restock.ts';

export const restockErrors = (problems: readonly RestockProblem[]) =>
  failure({
    code: 'invalid_request',
    errors: problems.map((problem) => ({ field: problem.field, message: restockText(problem) })),
  } as const);
