import type { LadderProblem } from '#model/catalogue/ladder.ts';
import type { RestockProblem } from '#model/catalogue/restock.ts';
import { failure } from '#model/kernel/outcome.ts';
import { ladderText } from '#texts/ladder.ts';
import { restockText } from '#texts/restock.ts';

/** Prices, minimum and pack of a tool that do not fit each other. */
export const ladderErrors = (problems: readonly LadderProblem[]) =>
  invalid(problems.map((problem) => ({ field: problem.field, message: ladderText(problem) })));

export const restockErrors = (problems: readonly RestockProblem[]) =>
  invalid(problems.map((problem) => ({ field: problem.field, message: restockText(problem) })));

const invalid = (errors: { field: string; message: string }[]) => failure({ code: 'invalid_request', errors } as const);
