import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import PG from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { databaseProxy, placeOf } from '../../tests/harness/database-proxy.ts';
import { ownDatabase } from '../../tests/harness/own-database.ts';
import { type Connection, driverOptions, openConnection } from './connection.ts';
import { connect } from './sql.ts';

const sql = await ownDatabase();
const POLL = { timeout: 15_000, interval: 10 };
const log = () => {};

const codeOf = (error: { code?: unknown }) => error.code;
const ended = (work: Promise<unknown>) => work.then(() => 'done', codeOf);

/** A server that lets nobody in: what it does to each connection is given. */
async function porter(meet: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    meet(socket);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { ...placeOf(sql), host: '127.0.0.1', port: (server.address() as { port: number }).port };
}

test.each<[string, (connection: Connection) => void, string]>([
  ['closed', (connection) => connection.close(), 'CONNECTION_ENDED'],
  ['cut off', (connection) => connection.destroy(), 'CONNECTION_DESTROYED'],
])('a connection that is %s while the server considers it refuses all that waits', async (_, leave, code) => {
  let met = 0;
  const place = await porter(() => {
    met += 1;
  });
  const connection = openConnection(driverOptions(place, log));
  const waiting = [connection.ready, connection.query({ text: 'select 1' }), connection.query({ text: 'select 2' })];
  await expect.poll(() => met, POLL).toBe(1);
  leave(connection);
  expect(await Promise.all(waiting.map(ended))).toEqual([code, code, code]);
  expect(connection.isGone()).toBe(true);
});

test.each<[string, (socket: Socket) => void]>([
  ['hangs up', (socket) => socket.end()],
  ['hangs up as soon as it is spoken to', (socket) => socket.once('data', () => socket.end())],
  ['breaks off', (socket) => socket.once('data', () => socket.resetAndDestroy())],
  ['begins to answer and breaks off', (socket) => socket.once('data', () => socket.end(Buffer.from('R\0\0\0')))],
])('a server that %s lets nobody wait', async (_, meet) => {
  const one = connect(await porter(meet), { max: 2, log });
  const codes = await Promise.all(Array.from({ length: 6 }, () => ended(one`select 1`)));
  for (const code of codes) expect(code).toMatch(/^CONNECTION_CLOSED$|^ECONNRESET$|^EPIPE$/);
  await one.end();
});

test('a connection that is cut refuses what is under way and what waits for it, and tells so once', async () => {
  const proxy = await databaseProxy(placeOf(sql));
  let told = 0;
  const connection = openConnection(driverOptions(proxy.connection, log), {
    onclose: () => {
      told += 1;
    },
  });
  await connection.ready;
  const waiting = [1, 2, 3].map(() => ended(connection.query({ text: 'select pg_sleep(30)' })));
  proxy.set('closes');
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['CONNECTION_CLOSED']));
  expect(told).toBe(1);
  expect(await ended(connection.query({ text: 'select 1' }))).toBe('CONNECTION_CLOSED');
});

test('a server that ends a session in the middle of a query says why, and the next one hears that it is gone', async () => {
  const connection = openConnection(driverOptions(placeOf(sql), log));
  const { rows } = await connection.query({ text: 'select pg_backend_pid() as pid' });
  const sleeps = ended(connection.query({ text: 'select pg_sleep(30)' }));
  const waits = ended(connection.query({ text: 'select 1' }));
  await expect
    .poll(() => sql`select from pg_stat_activity where pid = ${rows[0]?.pid} and state = 'active'`, POLL)
    .toHaveLength(1);
  await sql`select pg_terminate_backend(${rows[0]?.pid})`;
  expect([await sleeps, await waits]).toEqual(['57P01', 'CONNECTION_CLOSED']);
});

test('what cannot be sent is refused, and the statement goes on for others', async () => {
  const connection = openConnection(driverOptions(placeOf(sql), log));
  onTestFinished(() => connection.close());
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const statement = { name: 'some', text: 'select $1::jsonb as sent' };
  await expect(connection.query({ ...statement, values: [circle] })).rejects.toThrow('circular');
  await expect(connection.query({ ...statement, values: [undefined] })).rejects.toThrow('no value');
  for (const sent of [{ a: [1, "'"] }, { b: null }])
    expect((await connection.query({ ...statement, values: [sent] })).rows).toEqual([{ sent }]);
});

test('with prepare=false in its address no statement has a name, as a pooler wants it', async () => {
  const { user, password, host, port, database } = placeOf(sql);
  const url = `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${database}`;
  const namesAt = async (address: string) => {
    const one = connect(address, { max: 1, log });
    await one.unsafe('select $1::int', [1], 'some');
    return one`select name from pg_prepared_statements`.finally(() => one.end());
  };
  expect(await namesAt(`${url}?prepare=false`)).toEqual([]);
  expect(await namesAt(url)).toEqual([{ name: 'some' }]);
});

test('of several hosts the next one is tried when one does not answer', async () => {
  const { user, password, database } = placeOf(sql);
  const nobody = await porter((socket) => socket.end());
  const proxy = await databaseProxy(placeOf(sql));
  const hosts = `127.0.0.1:${nobody.port},127.0.0.1:${proxy.connection.port}`;
  const one = connect(`postgres://${user}:${encodeURIComponent(password)}@${hosts}/${database}`, { max: 1, log });
  expect(await ended(one`select 1`)).toBe('CONNECTION_CLOSED');
  expect(await ended(one`select 1`)).toBe('done');
  await one.end();
});

test.each([
  ['sslmode=verify-full', {}],
  ['sslmode=require', { rejectUnauthorized: false }],
  ['application_name=other', undefined],
])('an address with %s asks for TLS as it says', (setting, ssl) => {
  const { hosts } = driverOptions(`postgres://shop:p%40ss@db.example.com:6543/shop?${setting}`, log);
  const client = new PG.Client(hosts[0]) as unknown as { ssl: unknown; host: string; port: number; password: string };
  expect(client).toMatchObject({ host: 'db.example.com', port: 6543, password: 'p@ss' });
  expect(client.ssl || undefined).toEqual(ssl);
});

test.each(['sslmode=verify-full', 'ssl=true'])(
  'the files of TLS are read once beside %s, and one that cannot be read is named',
  async (asked) => {
    const file = path.join(tmpdir(), `ca-${randomUUID()}.pem`);
    onTestFinished(() => rm(file, { force: true }));
    const url = `postgres://shop@127.0.0.1:1/shop?${asked}&sslnegotiation=direct&sslrootcert=${file}`;
    expect(() => driverOptions(url, log)).toThrow(`sslrootcert in DATABASE_URL names ${file}, which cannot be read`);
    await writeFile(file, 'a certificate');
    const options = driverOptions(url, log);
    await rm(file);
    const connection = openConnection(options);
    onTestFinished(() => connection.destroy());
    expect(new PG.Client(options.hosts[0])).toMatchObject({ ssl: { ca: 'a certificate' }, sslNegotiation: 'direct' });
    expect(await ended(connection.ready)).toBe('ECONNREFUSED');
  },
);

test('moments, days, arrays, JSON and large numbers are sent and read as they are', async () => {
  const at = new Date('2026-03-29T01:30:00.123Z');
  const [row] = await sql`
    select ${at}::timestamptz as moment, ${[at]}::timestamptz[] as moments, '2026-02-03'::date as day,
           ${['a', 'b,"c"\\', null]}::text[] as texts, ${{ a: [1] }}::jsonb as json, array[1, null, 9007199254740993] as many,
           array['pg_class'::name] as names, 0.1::numeric as price, array[1.5, 2.25] as prices, true as yes,
           ${Buffer.from([0, 255])}::bytea as bytes, interval '90 minutes' as span, ${true} and ${false} as no`;
  expect(row).toEqual({
    ...{ moment: at, moments: [at], day: new Date('2026-02-03'), texts: ['a', 'b,"c"\\', null], json: { a: [1] } },
    ...{ many: [1, null, 9007199254740993n], names: ['pg_class'], price: '0.1', prices: ['1.5', '2.25'], yes: true },
    ...{ bytes: Buffer.from([0, 255]), span: '01:30:00', no: false },
  });
});
