import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { newCustomer } from '../harness/people.ts';
import { type ShopProcess, shopFolder, startShopProcess } from '../harness/shop.ts';
import { orderOf, payFor } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';

const POLL = { timeout: 60_000 };

test('two processes serve one shop; one that is killed is followed by another, and nothing stays behind', async () => {
  const folder = await shopFolder(theShop().folder);
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const shop = await startShopProcess({ folder, env: { WORKERS: '2' } });
  onTestFinished(async () => void (await shop.stop()));
  const first = workersOf(shop);
  expect(first).toHaveLength(2);

  // Connections go to both of them: when one is killed, one of the two breaks.
  const connections = [await speaking(shop.origin), await speaking(shop.origin)];
  // One that was given to it just then, and that it never took, is not left waiting either.
  process.kill(first[0] as number, 'SIGSTOP');
  const asked = [asking(shop.origin), asking(shop.origin)];
  await expect.poll(() => asked.filter((it) => it.bytesRead > 0).length, POLL).toBe(1);
  process.kill(first[0] as number, 'SIGKILL');
  await expect.poll(() => asked.filter((it) => it.destroyed).length, POLL).toBe(1);
  await expect.poll(() => connections.filter((it) => it.destroyed).length, POLL).toBe(1);
  expect(await serves(shop.origin)).toBe(true);
  await expect.poll(() => workersOf(shop).filter((it) => !first.includes(it)), POLL).toHaveLength(1);
  // The one that follows serves, alone when the other is killed too.
  process.kill(first[1] as number, 'SIGKILL');
  await expect.poll(() => connections.filter((it) => it.destroyed).length, POLL).toBe(2);
  await expect.poll(() => serves(shop.origin), POLL).toBe(true);

  // What is kept once is reached by all: the payment stand-in, its webhooks, the mail server and its pages.
  const buyer = await newCustomer(shop.origin);
  const order = await orderOf(shop.origin, buyer, { tool: 'Claw Hammer' });
  await payFor(shop.origin, buyer, order);
  const mails = async () => (await fetch(`${shop.origin}/sandbox/mailbox/`)).text();
  await expect.poll(mails, POLL).toContain(buyer.email);

  expect(await shop.stop(), shop.said()).toBe(0);
  expect(workersOf(shop)).toEqual([]);
  expect(processesOf(folder)).toEqual([]);

  const again = await startShopProcess({ folder, env: { WORKERS: '2' } });
  onTestFinished(async () => void (await again.stop()));
  const left = workersOf(again);
  again.child.kill('SIGKILL');
  await again.stop();
  await expect.poll(() => left.filter(isAlive), POLL).toEqual([]);
  await expect.poll(() => processesOf(folder), POLL).toEqual([]);
});

const serves = (origin: string) =>
  fetch(`${origin}/readyz`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** A connection on which one question was answered and more may be asked. */
async function speaking(origin: string): Promise<Socket> {
  const socket = asking(origin);
  await once(socket, 'data');
  return socket;
}

function asking(origin: string): Socket {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  socket.write(`GET /healthz HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
  return socket;
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

function workersOf(shop: ShopProcess): number[] {
  const all = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\n');
  const mine = all.map((line) => line.trim().split(/\s+/)).filter((it) => Number(it[1]) === shop.child.pid);
  return mine.filter((it) => it.join(' ').endsWith('build/shop/worker.js')).map((it) => Number(it[0]));
}

/** The command lines of the processes that work on this folder, the ones that only look for it aside. */
function processesOf(folder: string): string[] {
  const all = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n');
  return all.filter((line) => line.includes(folder) && !line.startsWith('ps '));
}
