import { type Logger, pino } from 'pino';

/** JSON lines to `write` or stderr, times in UTC. What error messages quote is left out: it may be personal data. */
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

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  // The stack also contains the message, which may have several lines.
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

const QUOTED = [/(["'`]).*\1/gs, /\S*@\S*/g, /\+?\d[\d ()-]{6,}\d/g, /[\w~+/=-]{40,}/g];

const withoutQuotes = (message: string): string =>
  QUOTED.reduce((text, quoted) => text.replace(quoted, '…'), message).slice(0, 300);
