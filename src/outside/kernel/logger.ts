import { type Logger, pino } from 'pino';

/**
 * The shop's log: JSON lines on the error stream, times in UTC. Errors are written without their messages where these
 * quote what was sent to the database, and elsewhere without what they quote: names and addresses of people stand there.
 * @param write takes the lines instead of the error stream
 */
export function createLogger(level: string, write?: (line: string) => void): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    write ? { write } : pino.destination({ dest: 2, sync: true }),
  );
}

/** What may be known of an error: its kind and place, and of the database's errors the code and the constraint. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  // A message of several lines, which may be a stranger's, stands in the stack as well.
  const { stack = '', message } = error;
  const frames = stack
    .slice(Math.max(0, stack.indexOf(message)) + message.length)
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 8);
  const { code, constraint } = error as Error & { code?: string; constraint?: string };
  const quotes = error.cause !== undefined || (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code));
  return {
    type: error.name,
    ...(quotes ? {} : { message: withoutQuotes(error.message) }),
    ...(code === undefined ? {} : { code }),
    ...(constraint ? { constraint } : {}),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
    at: frames,
  };
}

// What libraries put into their messages of what they were given: quoted text, addresses, long numbers, long secrets.
const QUOTED = [/(["'`]).*\1/gs, /\S*@\S*/g, /\+?\d[\d ()-]{6,}\d/g, /[\w~+/=-]{40,}/g];

const withoutQuotes = (message: string): string =>
  QUOTED.reduce((text, quoted) => text.replace(quoted, '…'), message).slice(0, 300);
