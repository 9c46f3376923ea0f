import { spawn } from 'node:child_process';
import process from 'node:process';
import type { ConnectionOptions } from '../platform/postgres/connection.ts';
import { type Config, readConfig } from '../src/config.ts';
import { joinOwnPostgres, refuse } from './shop-database.ts';

const [program, ...words] = process.argv.slice(2);
const config = readConfig();
if (!config.ok) refuse(config.failure.join('\n'));
else if (program === undefined)
  refuse('Say which program is to use the database: npm run database -- pg_dump --format=custom --file=shop.dump');
else if (config.value.databaseUrl)
  refuse(
    'This shop keeps its data in the database of DATABASE_URL: name that address to the program itself, without prepare=false.',
  );
else await beside(config.value, program);

async function beside(settings: Config, name: string): Promise<void> {
  const joined = await joinOwnPostgres(settings);
  if (!joined.ok) return refuse(joined.failure.message);
  // Ctrl-C is the program's: the database stays until it has ended.
  process.on('SIGINT', () => {});
  try {
    process.exitCode = await run(name, joined.value.connection);
  } finally {
    await joined.value.stop();
  }
}

function run(name: string, { host, port = 5432, user, password, database }: ConnectionOptions): Promise<number> {
  const place = { PGHOST: host, PGPORT: String(port), PGUSER: user, PGPASSWORD: password, PGDATABASE: database };
  const child = spawn(name, words, { env: { ...process.env, ...place }, stdio: 'inherit' });
  return new Promise((done) => {
    child.once('exit', (code) => done(code ?? 1));
    child.once('error', (error) => {
      refuse(`${name} could not be started (${error.message}): install it, or name it with its folder.`);
      done(1);
    });
  });
}
