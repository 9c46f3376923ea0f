import type { LadderProblem } from '#model/catalogue/ladder.ts';
import { failure } from '#model/kernel/outcome.ts';
import { ladderText } from '#texts/ladder.ts';

/** Prices, minimum and pack of a tool that do not fit each other. */
export const ladderErrors = (problems: readonly LadderProblem[]) =>
  failure({
    code: 'invalid_request',
    errors: problems.map((problem) => ({ field: problem.field, message: ladderText(problem) })),
  } as const);
