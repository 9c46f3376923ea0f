import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createApp, knownHosts } from '#http/app.ts';
import { LISTENING, listen } from '#http/listen.ts';
import { staticFiles } from '#http/static-files.ts';
import { createFileStore } from '#outside/images/file-store.ts';
import { ORIGIN, ownShop } from '../harness/own-shop.ts';
import { speak } from '../harness/raw-socket.ts';
import { shopState } from '../harness/shop-state.ts';
import {
  bodies,
  type Group,
  halves,
  headers,
  type Malformation,
  requestLines,
  targets,
  traversals,
} from './http-malformations.ts';

const SECRET = 'what stands outside';
const MEGABYTE = Buffer.alloc(1024 ** 2, 0x20);

const shop = await ownShop();
const customer = await shop.person();
await shop.tool();

const folder = await mkdtemp(join(tmpdir(), 'attacks-'));
afterAll(() => rm(folder, { recursive: true }));
for (const name of ['client/assets', 'images']) await mkdir(join(folder, name), { recursive: true });
await writeFile(join(folder, 'client', 'assets', 'a.css'), 'a {}');
for (const name of ['secret.txt', '.env', 'package.json']) await writeFile(join(folder, name), SECRET);

const noPage = async () => new Response('No such page', { status: 404 });
const app = createApp({
  context: { ...shop.context, pictures: createFileStore(join(folder, 'images')) },
  publicOrigin: ORIGIN,
  shopName: 'Toolyard',
  answersTo: knownHosts(ORIGIN),
  pages: staticFiles(join(folder, 'client'), noPage).fetch,
});
const heard: string[] = [];
const hear = (request: Request, env: unknown) => {
  heard.push(new URL(request.url).pathname);
  return app.fetch(request, env as object);
};

/** The shop's own listener, which looks more often, and closes what is idle soon. */
async function door(limits: Partial<typeof LIMITS> = {}) {
  const opened = await listen({ port: 0, host: '127.0.0.1' }, pino({ level: 'silent' }), { ...LIMITS, ...limits });
  if (!opened.ok) throw new Error(opened.failure);
  const { port, server, serve, close } = opened.value;
  serve(hear);
  afterAll(close);
  const connections = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  return { port, connections };
}

const LIMITS: Record<keyof typeof LISTENING, number> = {
  ...LISTENING,
  ...{ connectionsCheckingInterval: 50, keepAliveTimeout: 200 },
};
const patient = await door();
// For those who do not end, and are waited for: not for as long as in the shop.
const impatient = await door({ headersTimeout: 300, requestTimeout: 600 });

/** The bytes of an entry, with what only this run knows. */
function spoken({ bytes }: Malformation): readonly (string | Uint8Array)[] {
  return (typeof bytes === 'string' ? [bytes] : bytes).flatMap((piece): (string | Uint8Array)[] => {
    if (typeof piece !== 'string') return [piece];
    const [head = '', large] = piece.replace('{token}', customer.token).split('{50 MB}');
    if (large === undefined) return [head];
    const chunked = head.includes('chunked');
    const megabyte = chunked ? ['100000\r\n', MEGABYTE, '\r\n'] : [MEGABYTE];
    return [head, ...Array.from({ length: 50 }, () => megabyte).flat()];
  });
}

const problemOf = (text: string, status: number) =>
  !text.includes('x-request-id') ||
  status < 400 ||
  text.includes('application/problem+json') ||
  text.includes('No such page');

async function attack(group: Group): Promise<string[]> {
  const before = await shopState(shop.sql);
  const through: string[] = [];
  const one = async (entry: Malformation) => {
    const { port } = entry.answers.includes(408) ? impatient : patient;
    const { statuses, closed, text } = await speak(port, spoken(entry));
    if (!closed) through.push(`${entry.name}: the connection hangs`);
    if (statuses.join() !== entry.answers.join())
      through.push(`${entry.name}: ${statuses.join() || 'no answer'} instead of ${entry.answers.join() || 'none'}`);
    if (text.includes(SECRET) || text.includes('root:')) through.push(`${entry.name}: reads a file`);
    if (/^(x-evil|set-cookie)/im.test(text)) through.push(`${entry.name}: writes a header`);
    if (!statuses.every((status) => problemOf(text, status))) through.push(`${entry.name}: no problem+json`);
  };
  await Promise.all(group.map(one));
  if (heard.some((path) => path.includes('smuggled'))) through.push('a hidden request was heard');
  if ((await shopState(shop.sql)) !== before) through.push('a row has changed');
  // Nobody who came is still there, and whoever comes now is served.
  for (const { connections } of [patient, impatient]) await expect.poll(connections).toBe(0);
  const well = await speak(patient.port, `GET /tools HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n`);
  expect(well.statuses).toEqual([200]);
  return through;
}

test.each(Object.entries({ requestLines, targets, traversals, headers, bodies, halves }))(
  '%s: each is answered as it should be, and does nothing',
  async (_name, group) => {
    expect(await attack(group)).toEqual([]);
  },
);

test('what fails before the shop has it is refused in the words of the shop too', async () => {
  const { port } = patient;
  for (const first of ['GET http://shop.test:99999/tools HTTP/1.1', 'OPTIONS * HTTP/1.1', 'GET /tools HTTP/1.0']) {
    const host = first.endsWith('1.0') ? '' : 'Host: shop.test\r\n';
    const { text } = await speak(port, `${first}\r\n${host}Connection: close\r\n\r\n`);
    expect([first, text.includes('application/problem+json')]).toEqual([first, true]);
    expect(text).toContain('"code":"invalid_request"');
  }
});

test('the corpus has its size, and no entry twice', () => {
  const all = [requestLines, targets, traversals, headers, bodies, halves].flat();
  expect(all.length).toBeGreaterThanOrEqual(120);
  expect(new Set(all.map((it) => String(it.bytes))).size).toBe(all.length);
});
