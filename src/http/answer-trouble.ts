import type { Logger } from 'pino';
import { isPassingTrouble } from './passing-trouble.ts';
import { problem } from './problem.ts';

/** What is answered when something was thrown, once the log has it. */
export function answerTrouble(log: Logger, error: unknown, told: { request: string; method: string; route: string }) {
  const passing = isPassingTrouble(error);
  const line = { ...told, err: error };
  if (passing) log.warn(line, 'request met a database that could not');
  else log.error(line, 'request failed');
  return problem(passing ? 'busy' : 'internal', { instance: told.request });
}
