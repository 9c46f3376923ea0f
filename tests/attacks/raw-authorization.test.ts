import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { listen } from '#http/listen.ts';
import { ownShop } from '../harness/own-shop.ts';

const shop = await ownShop();
const victim = await shop.person();
const { token } = victim;
const [header = '', payload = '', signature = ''] = token.split('.');

const opened = await listen({ port: 0, host: '127.0.0.1' }, shop.context.log);
if (!opened.ok) throw new Error(opened.failure);
const { port, serve, close } = opened.value;
serve(shop.app.fetch);
afterAll(close);

/** Sends these lines as they are, each letter one byte, and answers the status. */
function statusOf(lines: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  socket.once('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)));
  socket.once('error', reject);
  const path = `/myorders/${encodeURIComponent(victim.email)}`;
  socket.write(
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n${lines}\r\n\r\n`, 'latin1'),
  );
  return promise;
}

const utf8 = (text: string) => Buffer.from(text).toString('latin1');
const good = `Authorization: Bearer ${token}`;
const forged = `Authorization: Bearer ${header}.${payload}.${'A'.repeat(86)}`;

/** What no ordinary client sends. Refused is refused, whether by the parser of HTTP or by the shop. */
const ATTACKS: [string, string][] = [
  ['a forged header before the good one', `${forged}\r\n${good}`],
  ['a forged header behind the good one', `${good}\r\n${forged}`],
  ['the good one twice', `${good}\r\n${good}`],
  ['two headers, the second in capitals', `${forged}\r\n${good.replace('Authorization', 'AUTHORIZATION')}`],
  ['a header folded into the next line', `Authorization: Bearer\r\n ${token}`],
  ['a token folded into the next line', `Authorization: Bearer ${header}.${payload}.\r\n ${signature}`],
  ['a space before the colon', `Authorization : Bearer ${token}`],
  ['a space before the name', `\r\n Authorization: Bearer ${token}`],
  ['an underscore instead of nothing', `Authorization_: Bearer ${token}`],
  ['a zero byte in the token', `Authorization: Bearer ${header}.\u0000${payload}.${signature}`],
  ['a zero byte behind the token', `${good}\u0000`],
  ['a lone carriage return in the token', `Authorization: Bearer ${header}.\r${payload}.${signature}`],
  ['a vertical tab for the space', `Authorization: Bearer\u000b${token}`],
  ['an escape character before it', `Authorization: \u001bBearer ${token}`],
  ['letters of double width', utf8(`Authorization: Bearer ${token.replace('e', '\uff45')}`)],
  ['a Cyrillic letter in the scheme', utf8(`Authorization: B\u0435arer ${token}`)],
  ['the sign for kelvin in the token', utf8(`Authorization: Bearer ${token}\u212a`)],
  ['a space of no width', utf8(`Authorization: Bearer \u200b${token}`)],
  ['a mark that turns the writing around', utf8(`Authorization: Bearer \u202e${token}`)],
  ['a byte that is no text', `Authorization: Bearer ${token}\u00ff`],
  ['a dot in the middle of the line', utf8(`Authorization: Bearer ${header}\u00b7${payload}\u00b7${signature}`)],
  ['sixteen thousand letters', `Authorization: Bearer ${'x'.repeat(16_384)}.y.z`],
  ['a good one behind sixteen thousand letters', `X-Padding: ${'x'.repeat(16_384)}\r\n${good}`],
  ['the scheme in the name', `Authorization Bearer: ${token}`],
  ['the token in the trailer of a body', `Transfer-Encoding: chunked\r\nTrailer: Authorization\r\n\r\n0\r\n${good}`],
];

test('the good header is let in, also with spaces around it', async () => {
  expect(await statusOf(good)).toBe(200);
  expect(await statusOf(`Authorization:\t Bearer ${token} \t`)).toBe(200);
});

test('none of what only resembles it is', async () => {
  const through: string[] = [];
  for (const [name, lines] of ATTACKS) {
    const status = await statusOf(lines);
    if (![400, 401, 431].includes(status)) through.push(`${name}: ${status}`);
  }
  expect(through).toEqual([]);
});
