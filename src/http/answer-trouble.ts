import type { Logger } from 'pino';
import { isPassingTrouble } from './passing-trouble.ts';
import { problem } from './problem.ts';

/** Logs a thrown error; answers 503 when it is temporary, else 500. */
export const answerTrouble = (
  log: Logger,
  error: unknown,
  fields: { request: string; method: string; route: string },
) => problem(noteTrouble(log, error, fields), { instance: fields.request });

/** Logs a thrown error and returns the code of its failure. */
export function noteTrouble(log: Logger, error: unknown, fields: object): 'busy' | 'internal' {
  const line = { ...fields, err: error };
  if (isPassingTrouble(error)) {
    log.warn(line, 'request met a database that could not');
    return 'busy';
  }
  log.error(line, 'request failed');
  return 'internal';
}
