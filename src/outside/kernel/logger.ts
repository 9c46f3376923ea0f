import { writeSync } from 'node:fs';
import { type Logger, pino } from 'pino';

/** JSON lines to `write` or stderr, times in UTC. What error messages quote is left out: it may be personal data. */
export function createLogger(level: string, write = lineWriter()): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    { write },
  );
}

/** How often a line is tried whose reader is slow, and the pause between, in milliseconds. */
const TRIES = 50;
const PAUSE_MS = 2;

/** A line that cannot be written is lost and ends nothing: its disk may be full, or its terminal closed. */
function lineWriter(): (line: string) => void {
  let torn = false;
  return (line) => {
    const bytes = Buffer.from(torn ? `\n${line}` : line);
    let written = 0;
    for (let tries = 0; written < bytes.byteLength && tries < TRIES; tries += 1) {
      try {
        written += writeSync(2, bytes, written);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') break;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
      }
    }
    if (written > 0) torn = written < bytes.byteLength;
  };
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

const QUOTED = [/(["'`]).*\1/gs, /(?<!\S)\S*@\S*/g, /\+?\d[\d ()-]{6,}\d/g, /[\w~+/=-]{40,}/g];

const withoutQuotes = (message: string): string =>
  QUOTED.reduce((text, quoted) => text.replace(quoted, '…'), message).slice(0, 300);
