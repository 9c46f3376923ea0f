import process from 'node:process';
import { createLogger } from '../outside/kernel/logger.ts';

/** Node would print an uncaught error in full, with the personal data in it. */
export function endAtSurprises(level: string): void {
  const log = createLogger(level);
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the shop ended');
    process.exit(1);
  });
}
