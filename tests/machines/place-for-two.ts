import { rm } from 'node:fs/promises';
import { expect, onTestFinished } from 'vitest';
import { createMailbox, type Mailbox } from '#sandbox/mailbox/mailbox.ts';
import { chooseAccount } from '../../platform/postgres/os-account.ts';
import { connect, type Sql } from '../../platform/postgres/sql.ts';
import { freePort } from '../../scripts/free-port.ts';
import { type ShopProcess, shopFolder, startShopProcess } from '../harness/shop.ts';
import { startNginx } from './nginx.ts';
import { startPostgres15 } from './postgres-15.ts';

export type Machine = ShopProcess & { readonly wish: Parameters<typeof startShopProcess>[0] & { port: number } };

/**
 * A PostgreSQL 15 and nginx for two machines that `start` starts; one mail server and one folder of pictures and of test
 * payments for both, as a shop in test mode has them.
 */
export async function placeForTwo() {
  const account = await chooseAccount({ data: '/nowhere' });
  if (!account.ok) throw new Error(account.failure.message);
  const databaseUrl = await startPostgres15(account.value);
  const folder = await shopFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const mailbox: Mailbox = createMailbox({ store: ':memory:', path: '/', log: { error: () => {} } });
  onTestFinished(() => mailbox.close());
  const smtp = await mailbox.listen(0);
  const port = await freePort();
  const env = {
    DATABASE_URL: databaseUrl,
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: `smtp://${smtp.host}:${smtp.port}`,
    LOG_LEVEL: 'info',
    ...{ UNPAID_ORDERS: '0', UNPAID_STOCK_PERCENT: '0', UNCONFIRMED_ORDERS: '0' },
  };
  const ports: [number, number] = [await freePort(), await freePort()];
  const machines: Machine[] = [];
  onTestFinished(async () => void (await Promise.all(machines.map((it) => it.stop()))));
  const sql = connect(databaseUrl, { max: 2, log: () => {} });
  onTestFinished(() => sql.end({ timeout: 1 }));
  return {
    ...{ sql, mailbox, ports },
    /** @param root the checkout that is started; this one, if no other is named */
    start: async (n: 0 | 1, root?: string): Promise<Machine> => {
      const wish = { folder, port: ports[n], env, ...(root && { root }) };
      const machine = { ...(await startShopProcess(wish)), wish };
      machines.push(machine);
      return machine;
    },
    balance: () => startNginx(ports, port, account.value),
  };
}

/** Until nothing waits to be done but in these queues; of mails to one person some wait for the next hour. */
export async function allDone(sql: Sql, ...but: readonly string[]): Promise<void> {
  const left = async () => {
    const [row] = await sql`
      select count(*) as left from job
       where queue <> all (string_to_array(${['lead', ...but].join()}, ',')) and done_at is null and dead_at is null`;
    return row?.left;
  };
  await expect.poll(left, { timeout: 60_000 }).toBe(0);
}
