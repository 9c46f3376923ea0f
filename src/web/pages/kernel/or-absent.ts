import { failure, type Outcome } from '#model/kernel/outcome.ts';
import type { ApiFailure } from '#web/api/client.ts';

/** An address that names nothing, which the shop refuses as malformed, is one at which nothing is. */
export const orAbsent = <T>(answer: Outcome<T, ApiFailure>, code: ApiFailure['code']): Outcome<T, ApiFailure> =>
  !answer.ok && answer.failure.status === 400 ? failure({ status: 404, code }) : answer;
