import process from 'node:process';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** What was given to a command. Anything that it does not know ends it in a sentence. */
export function optionsOf<const T extends ParseArgsOptionsConfig>(command: string, options: T) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    const names = Object.keys(options).map((name) => `--${name}`);
    const [why] = (error as Error).message.split('. ');
    process.stderr.write(`${why}. npm run ${command} takes ${names.join(', ') || 'no options'}.\n`);
    return process.exit(1);
  }
}
