import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort } from '../../scripts/free-port.ts';
import { theAdmin } from './people.ts';
import { expectOk, toolNamed } from './shopping.ts';

declare module 'vitest' {
  interface ProvidedContext {
    shops: readonly { readonly origin: string; readonly folder: string }[];
  }
}

/** The built shop, once for each worker, in a process and a data folder of its own, for journeys to walk through. */
export default async function setup(project: TestProject) {
  // The pictures are made once: by the first shop of all projects.
  const start = async () => startShopProcess({ folder: await shopFolder(process.env.TEST_SHOP_PICTURES) });
  const shops = process.env.TEST_SHOP_PICTURES ? [] : [await start()];
  process.env.TEST_SHOP_PICTURES ??= shops[0]?.folder;
  const others = project.vitest.config.maxWorkers - shops.length;
  shops.push(...(await Promise.all(Array.from({ length: others }, start))));
  if (project.name === 'journeys') await Promise.all(shops.map(({ origin }) => stockUp(origin)));
  project.provide(
    'shops',
    shops.map(({ origin, folder }) => ({ origin, folder })),
  );
  return async () => {
    await Promise.all(shops.map((shop) => shop.stop()));
    if (project.vitest.state.getCountOfFailedTests() > 0) for (const shop of shops) tellTrouble(shop);
    for (const { folder } of shops) await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
}

/** The tool that most journeys order: one shop may meet nearly all of them. */
async function stockUp(origin: string): Promise<void> {
  const { _id } = await toolNamed(origin, 'Claw Hammer');
  const delivery = { kind: 'restock', pieces: '100000', reason: 'Delivery' };
  expectOk(await (await theAdmin(origin)).call('POST', `/tools/${_id}/stock`, delivery));
}

/** Why a journey failed may stand in the log of the shop that it walked through. */
function tellTrouble({ origin, said }: ShopProcess): void {
  const lines = said().split('\n');
  const trouble = lines.filter((line) => /"level":"(?:warn|error|fatal)"/.test(line));
  process.stderr.write(`The shop at ${origin} said ${trouble.length} warnings, the last of them:\n`);
  for (const line of trouble.slice(-30)) process.stderr.write(`${line}\n`);
}

/**
 * A new data folder, which the account that runs Postgres may enter when the tests are run by root.
 * @param like a shop's folder whose pictures the new shop need not make again
 */
export async function shopFolder(like?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-'));
  await chmod(folder, 0o711);
  if (like) await cp(join(like, 'images'), join(folder, 'images'), { recursive: true });
  return folder;
}

export interface ShopProcess {
  readonly origin: string;
  readonly folder: string;
  readonly child: ChildProcess;
  /** Everything that the shop has said so far. */
  readonly said: () => string;
  /** Asks it to stop, waits, and answers its exit code. */
  readonly stop: () => Promise<number | null>;
}

/** Starts the shop as `npm start` does, and waits for the line that says where it is open. */
export async function startShopProcess(options: {
  folder: string;
  /** The checkout that is started; this one, if no other is named. */
  root?: string;
  port?: number;
  env?: Record<string, string>;
  /** What it says when it has come as far as wanted: that it is open, if nothing else. */
  until?: string;
}): Promise<ShopProcess> {
  const port = options.port ?? (await freePort());
  const root = options.root ?? resolve(import.meta.dirname, '../..');
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ...MANY_CUSTOMERS,
      PORT: String(port),
      SHOP_DATA: options.folder,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const exited = new Promise<number | null>((done) => child.once('exit', done));
  await new Promise<void>((open, refuse) => {
    const hear = (chunk: Buffer) => {
      text += chunk;
      if (text.includes(options.until ?? ' is open at ')) open();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    void exited.then((code) => refuse(new Error(`The shop ended with ${code} before it was open:\n${text}`)));
  });
  return {
    origin: `http://localhost:${port}`,
    folder: options.folder,
    child,
    said: () => text,
    stop: () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      return exited;
    },
  };
}

// Tests open accounts by the hundred from one address, and order with them; each counts as confirmed.
const MANY_CUSTOMERS = { SIGNUPS_PER_HOUR: '0', UNCONFIRMED_ORDERS: '0' };
