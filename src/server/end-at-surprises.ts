import process from 'node:process';
import { createLogger } from '../outside/kernel/logger.ts';

/** Node would print an error that nobody caught as it is, with the rows and addresses that stand in it. */
export function endAtSurprises(level: string): void {
  const log = createLogger(level);
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the shop ended');
    process.exit(1);
  });
}
