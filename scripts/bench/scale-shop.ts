import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { connect } from '../../platform/postgres/sql.ts';
import { freePort } from '../free-port.ts';
import { newCustomers } from './customers.ts';
import { createClient } from './http-client.ts';

export type ScaledShop = Awaited<ReturnType<typeof openOn>>;

export async function openOn(root: string, url: string) {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-scale-'));
  const port = await freePort();
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    env: {
      PATH,
      HOME,
      TMPDIR,
      SHOP_DATA: folder,
      NODE_ENV: 'production',
      DATABASE_URL: url,
      PORT: String(port),
      LOG_LEVEL: 'silent',
      SIGNUPS_PER_HOUR: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((opened, failed) => {
    child.stdout.on('data', (output) => String(output).includes(' is open at ') && opened());
    child.on('exit', () => failed(new Error('The shop did not open')));
  });
  const sql = connect(url, { max: 2, log: () => {} });
  const client = createClient(port, 1);
  const [admin = ''] = await newCustomers({ sql, port, origin: `http://localhost:${port}` }, 1);
  await sql`update person set role = 'admin' where id = (select id from person order by created_at desc limit 1)`;
  return {
    ...{ port, sql, client, admin },
    stop: async () => {
      client.close();
      await sql`update person set role = 'customer', disabled_at = now() where email like 'bench.%'`;
      await sql`delete from session where person_id in (select id from person where email like 'bench.%')`;
      await sql.end({ timeout: 1 });
      const gone = once(child, 'exit');
      if (child.exitCode === null && child.kill('SIGTERM')) await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
