import type { Logger } from 'pino';
import { isPassingTrouble } from './passing-trouble.ts';
import { problem } from './problem.ts';

/** Logs a thrown error; answers 503 when it is temporary, else 500. */
export function answerTrouble(log: Logger, error: unknown, fields: { request: string; method: string; route: string }) {
  const passing = isPassingTrouble(error);
  const line = { ...fields, err: error };
  if (passing) log.warn(line, 'request met a database that could not');
  else log.error(line, 'request failed');
  return problem(passing ? 'busy' : 'internal', { instance: fields.request });
}
