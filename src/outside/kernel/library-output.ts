import type { Logger } from 'pino';

type Printing = 'debug' | 'error' | 'info' | 'log' | 'trace' | 'warn';
const METHODS: readonly Printing[] = ['debug', 'error', 'info', 'log', 'trace', 'warn'];

/** One line per place in this time: every request may cause it. */
const QUIET_MS = 60_000;
const MAX_PLACES = 1_000;

/** Logs where a library printed, never what: the text may quote personal data. `now` is in milliseconds. */
export function logLibraryOutput(
  log: Logger,
  output: Pick<Console, Printing> = console,
  emitter: NodeJS.EventEmitter = process,
  now: () => number = () => performance.now(),
): void {
  const places = new Map<string, number>();
  const isNew = (place: string): boolean => {
    const last = places.get(place);
    if (last !== undefined && now() - last < QUIET_MS) return false;
    if (places.size >= MAX_PLACES) places.clear();
    places.set(place, now());
    return true;
  };
  for (const method of METHODS) {
    output[method] = function print() {
      const err = new Error();
      Error.captureStackTrace(err, print);
      err.name = 'LibraryOutput';
      if (isNew(`${method} ${err.stack}`)) log.warn({ method, err }, 'a library printed something');
    };
  }
  // Without a listener Node prints its warnings, and some quote an address.
  emitter.removeAllListeners('warning');
  emitter.on('warning', ({ name, code }: Error & { code?: string }) => {
    if (isNew(`${name} ${code}`)) log.warn({ warning: name, code }, 'Node warned of something');
  });
}
