import { type Logger, pino } from 'pino';

/**
 * The shop's log: JSON lines on the error stream, times in UTC. Errors are written without their messages where these
 * quote what was sent to the database: names and addresses of people stand there.
 */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}

/** What may be known of an error: its kind and place, and of the database's errors the code and the constraint. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 8);
  const { code, constraint_name: constraint } = error as Error & { code?: string; constraint_name?: string };
  const quotes = error.cause !== undefined || (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code));
  return {
    type: error.name,
    ...(quotes ? {} : { message: error.message }),
    ...(code === undefined ? {} : { code }),
    ...(constraint ? { constraint } : {}),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
    at: frames,
  };
}
