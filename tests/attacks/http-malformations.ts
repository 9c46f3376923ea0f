/** What somebody sends who does not speak HTTP, or speaks it to mislead. */
export interface Malformation {
  readonly name: string;
  readonly bytes: string | readonly (string | Uint8Array)[];
  /** The status of every answer that may come, in order; none where the connection is closed without a word. */
  readonly answers: readonly number[];
}

export type Group = readonly Malformation[];

const HOST = 'Host: shop.test\r\n';
const LAST = 'Connection: close\r\n\r\n';
const JSON_KIND = 'Content-Type: application/json\r\n';

const line = (name: string, first: string, ...answers: number[]): Malformation => ({
  name,
  bytes: `${first}\r\n${HOST}${LAST}`,
  answers,
});
const get = (name: string, target: string, ...answers: number[]) => line(name, `GET ${target} HTTP/1.1`, ...answers);
const headed = (name: string, headers: string, ...answers: number[]): Malformation => ({
  name,
  bytes: `GET /tools HTTP/1.1\r\n${HOST}${headers}${LAST}`,
  answers,
});
/** A request that leaves, behind what looks like its body, another one that nobody may ever hear. */
const SMUGGLED = `GET /smuggled HTTP/1.1\r\n${HOST}\r\n`;
const order = (name: string, headers: string, body: string, ...answers: number[]): Malformation => ({
  name,
  bytes: `POST /orders HTTP/1.1\r\n${HOST}${JSON_KIND}Authorization: Bearer {token}\r\n${headers}\r\n${body}`,
  answers,
});
const chunk = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n`;
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
const EMPTY = '0\r\n\r\n';

export const requestLines: Group = [
  { name: 'a greeting of another protocol', bytes: 'SSH-2.0-OpenSSH_9.9\r\n', answers: [400] },
  { name: 'a command of a cache', bytes: '*1\r\n$4\r\nPING\r\n', answers: [400] },
  { name: 'the beginning of TLS', bytes: [Uint8Array.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3])], answers: [400] },
  { name: 'the preface of HTTP/2', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', answers: [400] },
  { name: 'bytes of nothing', bytes: [new Uint8Array(600).fill(0xff)], answers: [400] },
  { name: 'NULs', bytes: [new Uint8Array(600)], answers: [400] },
  { name: 'a method and nothing else', bytes: 'GET\r\n\r\n', answers: [400] },
  { name: 'HTTP of 1991', bytes: 'GET /\r\n\r\n', answers: [400] },
  { name: 'HTTP/1.0 without a host', bytes: 'GET /tools HTTP/1.0\r\n\r\n', answers: [400] },
  { name: 'HTTP/1.1 without a host', bytes: `GET /tools HTTP/1.1\r\n${LAST}`, answers: [400] },
  // Node reads these three as HTTP/1.1; no other reading of them is dangerous.
  line('HTTP/2.0 by its number', 'GET /tools HTTP/2.0', 200),
  line('HTTP/0.9 by its number', 'GET /tools HTTP/0.9', 200),
  line('a version that there never was', 'GET /tools HTTP/1.9', 400),
  line('a version in small letters', 'GET /tools http/1.1', 400),
  line('another protocol', 'GET /tools ICE/1.0', 400),
  line('a word too many', 'GET /tools HTTP/1.1 please', 400),
  line('two spaces', 'GET  /tools HTTP/1.1', 200),
  line('tabs for spaces', 'GET\t/tools\tHTTP/1.1', 400),
  line('a space before it', ' GET /tools HTTP/1.1', 400),
  line('a method in small letters', 'get /tools HTTP/1.1', 400),
  line('a method that nobody knows', 'FROB /tools HTTP/1.1', 400),
  line('a method of 300 letters', `${'A'.repeat(300)} /tools HTTP/1.1`, 400),
  line('a method with a NUL', 'GE\0T /tools HTTP/1.1', 400),
  line('TRACE, which would send back secrets', 'TRACE /tools HTTP/1.1', 404),
  line('TRACK, the same by another name', 'TRACK /tools HTTP/1.1', 400),
  line('CONNECT, as to a proxy', 'CONNECT inside.example:443 HTTP/1.1'),
  line('a method of WebDAV', 'PROPFIND / HTTP/1.1', 404),
  line('PURGE, as to a cache', 'PURGE / HTTP/1.1', 404),
  line('OPTIONS of everything', 'OPTIONS * HTTP/1.1', 400),
];

export const targets: Group = [
  get('a NUL', '/tools\0', 400),
  get('a NUL by its number', '/tools/%00', 400),
  get('a percent sign alone', '/tools/%', 400),
  get('a percent sign and no number', '/tools/%zz', 400),
  get('half a letter', '/tools/%e2%82', 400),
  get('bytes that are no ASCII', '/tools/\xff\xfe', 400),
  get('a line break by its number', '/tools/%0d%0aX-Evil:%20yes', 400),
  get('a line break in the query', '/tools?q=%0d%0aSet-Cookie:%20a=b', 400),
  get('a fragment', '/tools/x#y', 400),
  get('a space', '/tools/a b', 400),
  get('a backslash', '/\\evil.example/', 400),
  get('a host by two slashes', '//evil.example/', 404),
  get('a host by a scheme', 'http://evil.example/tools', 421),
  get('a host and a name before it', 'http://shop.test@evil.example/tools', 421),
  get('a host and a port that cannot be', 'http://shop.test:99999/tools', 400),
  get('no host behind a scheme', 'http:///tools', 421),
  get('another scheme', 'ftp://shop.test/tools', 400),
  get('a script', 'javascript:alert(1)', 400),
  get('a file', 'file:///etc/passwd', 400),
  get('nothing but a query', '?q=x', 400),
  get('a path without its slash', 'tools', 400),
  get('a star', '*', 400),
  get('a path of 15,000 letters', `/${'a'.repeat(15_000)}`, 404),
  get('a path of 20,000 letters', `/${'a'.repeat(20_000)}`, 431),
  get('3,000 names in the query', `/tools?${'a&'.repeat(3_000)}`, 400),
  get('a name that all objects inherit in the query', '/tools?__proto__[limit]=1', 400),
  get('an array in the query', '/tools?limit[]=1&limit[]=2', 400),
  get('a name twice in the query', '/tools?limit=1&limit=1000000', 200),
  get('a number in other digits', '/tools?limit=%D9%A5', 400),
  get('a call by another spelling', '/TOOLS', 404),
  get('a call with a dot behind it', '/tools/.', 404),
  get('a call through a folder that is left again', '/x/../tools/%2e%2e/manageOrder', 401),
  get('a call with a parameter of a path', '/manageOrder;x=1', 404),
  get('a call behind a slash by its number', '/%2fmanageOrder', 404),
  get('a private call with an ending that caches keep', '/manageOrder/x.css', 401),
];

/** Ways to files that are not served. What they are after stands in the folder above. */
export const traversals: Group = [
  get('dots', '/assets/../secret.txt', 404),
  get('many dots', `/assets/${'../'.repeat(30)}etc/passwd`, 404),
  get('dots by their numbers', '/assets/%2e%2e/secret.txt', 404),
  get('a slash by its number', '/assets/..%2fsecret.txt', 404),
  get('a backslash by its number', '/assets/..%5csecret.txt', 404),
  get('numbers of numbers', '/assets/%252e%252e%252fsecret.txt', 404),
  get('dots that are left when dots are taken out', '/assets/....//secret.txt', 404),
  get('dots that are too long in UTF-8', '/assets/%c0%ae%c0%ae/secret.txt', 404),
  get('dots of another width', '/assets/%ef%bc%8e%ef%bc%8e/secret.txt', 404),
  get('dots and a NUL', '/assets/..%00/secret.txt', 404),
  get('a NUL before an ending', '/secret.txt%00.css', 404),
  get('dots and a parameter', '/assets/..;/secret.txt', 404),
  get('a path from the root', '/assets//etc/passwd', 404),
  get('a file by its scheme', '/assets/file:%2f%2f%2fetc%2fpasswd', 404),
  get('a drive', '/assets/C:%5csecret.txt', 404),
  get('a hidden file', '/.env', 404),
  get('the folder of the versions', '/.git/config', 404),
  get('what describes the program', '/package.json', 404),
  get('a folder', '/assets/', 404),
  get('dots below the pictures', '/images/../secret.txt', 404),
  get('a picture by dots', '/images/..%2f..%2fsecret.txt/1200.webp', 404),
  get('a size of a picture by dots', `/images/${'0'.repeat(32)}/..%2f..%2fsecret.txt`, 404),
  get('a size that is another file', `/images/${'0'.repeat(32)}/secret.txt`, 404),
];

export const headers: Group = [
  headed('a header without its colon', 'X-Nothing\r\n', 400),
  headed('a header without its name', ': nothing\r\n', 400),
  headed('a space before the colon', 'X-Odd : yes\r\n', 400),
  headed('a name that is no word', 'X Odd: yes\r\n', 400),
  headed('a name that is no ASCII', 'X-\xd6dd: yes\r\n', 400),
  headed('a NUL in a value', 'X-Odd: a\0b\r\n', 400),
  headed('a return alone in a value', 'X-Odd: a\rb\r\n', 400),
  headed('a value that goes on in the next line', 'X-Odd: a\r\n b\r\n', 400),
  {
    name: 'a line that goes on before there was one',
    bytes: `GET /tools HTTP/1.1\r\n X: y\r\n${HOST}${LAST}`,
    answers: [400],
  },
  {
    name: 'line breaks without returns',
    bytes: 'GET /tools HTTP/1.1\nHost: shop.test\nConnection: close\n\n',
    answers: [400],
  },
  { name: 'returns without line breaks', bytes: 'GET /tools HTTP/1.1\rHost: shop.test\r\r', answers: [400] },
  headed('a header of 17,000 letters', `X-Bomb: ${'a'.repeat(17_000)}\r\n`, 431),
  headed('3,000 headers', 'a:b\r\n'.repeat(3_000), 431),
  headed('a name of 17,000 letters', `${'a'.repeat(17_000)}: b\r\n`, 431),
  headed('900 cookies', `Cookie: ${'a=b; '.repeat(900)}\r\n`, 200),
  headed('a cookie without end', `Cookie: __Host-sid=${'%'.repeat(9_000)}\r\n`, 200),
  headed('a token of 9,000 letters', `Authorization: Bearer ${'a'.repeat(3_000)}.${'b'.repeat(3_000)}.c\r\n`, 200),
  headed('two tokens', 'Authorization: Bearer a.b.c\r\nAuthorization: Bearer d.e.f\r\n', 200),
  headed('another method in a header', 'X-HTTP-Method-Override: DELETE\r\nX-HTTP-Method: DELETE\r\n', 200),
  headed('another path in a header', 'X-Original-URL: /manageOrder\r\nX-Rewrite-URL: /manageOrder\r\n', 200),
  headed('a wish for another protocol', 'Upgrade: websocket\r\nSec-WebSocket-Key: YQ==\r\n', 200),
  headed('a wish for HTTP/2', 'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n', 200),
  headed('an expectation that there is not', 'Expect: a-miracle\r\n', 417),
  headed('ranges without number', `Range: bytes=${'0-,'.repeat(1_500)}\r\n`, 200),
  headed('names of headers that a proxy should drop', 'Connection: close, host, authorization\r\n', 200),
  headed('tags without number', `If-None-Match: ${'"a",'.repeat(3_000)}\r\n`, 200),
  headed('languages without number', `Accept-Language: ${'a;q=0.1,'.repeat(1_500)}\r\n`, 200),
];

export const bodies: Group = [
  {
    name: 'no kind',
    bytes: `POST /orders HTTP/1.1\r\n${HOST}Authorization: Bearer {token}\r\nContent-Length: 2\r\n\r\n{}`,
    answers: [415],
  },
  { name: 'no kind and no length', bytes: `POST /auth/sign-in HTTP/1.1\r\n${HOST}${LAST}`, answers: [415] },
  order('a length that is less than nothing', 'Content-Length: -1\r\n', '{}', 400),
  order('a length with a plus', 'Content-Length: +2\r\n', '{}', 400),
  order('a length in other numbers', 'Content-Length: 0x2\r\n', '{}', 400),
  order('a length with a fraction', 'Content-Length: 2.0\r\n', '{}', 400),
  order('a length in words', 'Content-Length: two\r\n', '{}', 400),
  order('an empty length', 'Content-Length:\r\n', '{}', 400),
  order('a length that no machine can count to', `Content-Length: ${'9'.repeat(30)}\r\n`, '{}', 400),
  order('two lengths in one', 'Content-Length: 2, 2\r\n', '{}', 400),
  order('two lengths', `Content-Length: 2\r\nContent-Length: ${2 + SMUGGLED.length}\r\n`, `{}${SMUGGLED}`, 400),
  order('the same length twice', 'Content-Length: 2\r\nContent-Length: 2\r\n', '{}', 400),
  order(
    'a length and chunks',
    `Content-Length: ${EMPTY.length + SMUGGLED.length}\r\n${CHUNKED}`,
    EMPTY + SMUGGLED,
    400,
  ),
  order('chunks and a length', `${CHUNKED}Content-Length: 3\r\n`, chunk(SMUGGLED) + EMPTY, 400),
  ...[
    ['xchunked', 'a coding that ends like chunks'],
    ['chunked, identity', 'chunks and another coding'],
    ['identity', 'a coding that is none'],
    ['"chunked"', 'chunks in quotes'],
    ['chunked\x0b', 'chunks and a vertical tab'],
    ['gzip', 'packed'],
    ['chunkedchunked', 'chunks and chunks in one word'],
  ].map(([coding, name]) =>
    order(name ?? '', `Transfer-Encoding: ${coding}\r\nContent-Length: 3\r\n`, `0\r\n\r\n${SMUGGLED}`, 400),
  ),
  order('chunks behind a space', 'Transfer-Encoding : chunked\r\n', EMPTY + SMUGGLED, 400),
  order('chunks twice', CHUNKED + CHUNKED, EMPTY, 400),
  order('chunks and then none', `${CHUNKED}Transfer-Encoding: identity\r\n`, EMPTY + SMUGGLED, 400),
  {
    name: 'chunks in HTTP/1.0',
    bytes: `POST /orders HTTP/1.0\r\n${HOST}${CHUNKED}Content-Length: 3\r\n\r\n${EMPTY}${SMUGGLED}`,
    answers: [400],
  },
  order('a chunk of more bytes than there are', CHUNKED, 'ffffffffffffffffff\r\n{}\r\n', 400),
  order('a chunk of less than nothing', CHUNKED, '-1\r\n{}\r\n', 400),
  order('a chunk in the numbers of C', CHUNKED, `0x2\r\n{}\r\n${EMPTY}`, 400),
  order('a chunk with no number', CHUNKED, `\r\n{}\r\n${EMPTY}`, 400),
  order('a chunk that is longer than it says', CHUNKED, `2\r\n{}{}\r\n${EMPTY}`, 400),
  order('a chunk and a line break without its return', CHUNKED, `2\n{}\n0\n\n`, 400),
  order('a chunk with a remark of 20,000 letters', CHUNKED, `2;${'a'.repeat(20_000)}\r\n{}\r\n${EMPTY}`, 413),
  order('a chunk with a remark that hides a line', CHUNKED, `2;a\n${SMUGGLED}\r\n{}\r\n${EMPTY}`, 400),
  order('a word after the last chunk that is no header', CHUNKED, `0\r\nnonsense\r\n\r\n`, 400),
  order('a trailer of 20,000 letters', CHUNKED, `2\r\n{}\r\n0\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431),
  order(
    'trailers that would be headers',
    `${CHUNKED}Connection: close\r\n`,
    `2\r\n{}\r\n0\r\nAuthorization: a\r\nContent-Length: 9\r\n\r\n`,
    400,
  ),
  order('50 MB in chunks, of no said length', `${CHUNKED}`, '{50 MB}', 413),
  order('50 MB that are announced', `Content-Length: ${50 * 1024 ** 2}\r\n`, '{50 MB}', 413),
  order(
    'a hundred thousand chunks of one letter',
    `${CHUNKED}Connection: close\r\n`,
    `1\r\na\r\n`.repeat(100_000) + EMPTY,
    400,
  ),
  order('a packed body', 'Content-Encoding: gzip\r\nContent-Length: 2\r\nConnection: close\r\n', '{}', 415),
  {
    name: 'GET with a body that is a request',
    bytes: `GET /tools HTTP/1.1\r\n${HOST}Content-Length: ${SMUGGLED.length}\r\n${LAST}${SMUGGLED}`,
    answers: [200],
  },
  {
    name: 'a body before there is leave to send it',
    bytes: `POST /orders HTTP/1.1\r\n${HOST}${JSON_KIND}Expect: 100-continue\r\nContent-Length: 2\r\n${LAST}{}`,
    answers: [401],
  },
];

/** Whoever begins and does not end, and whoever does not wait. */
export const halves: Group = [
  { name: 'not a word', bytes: '', answers: [408] },
  { name: 'only line breaks', bytes: '\r\n'.repeat(50), answers: [408] },
  { name: 'half a first line', bytes: 'GET /too', answers: [408] },
  { name: 'half the headers', bytes: `GET /tools HTTP/1.1\r\n${HOST}`, answers: [408] },
  { name: 'half a header', bytes: `GET /tools HTTP/1.1\r\n${HOST}Accept: appl`, answers: [408] },
  order('half a body', 'Content-Length: 200\r\n', '{"phone":', 408),
  order('no body where one was announced', 'Content-Length: 200\r\n', '', 408),
  order('half a chunk', CHUNKED, 'ff\r\n{"phone":', 408),
  order('chunks without the last one', CHUNKED, chunk('{"phone":'), 408),
  order('leave to send a body that never comes', 'Expect: 100-continue\r\nContent-Length: 200\r\n', '', 408),
  {
    name: 'fifty requests without waiting',
    bytes: [`HEAD /tools HTTP/1.1\r\n${HOST}\r\n`.repeat(49), `GET /tools HTTP/1.1\r\n${HOST}${LAST}`],
    answers: Array.from({ length: 50 }, () => 200),
  },
  {
    name: 'a right request and nonsense behind it',
    bytes: `GET /tools HTTP/1.1\r\n${HOST}\r\nnonsense\r\n\r\n`,
    answers: [400],
  },
  {
    name: 'a refused request, and another behind its body',
    bytes: `POST /orders HTTP/1.1\r\n${HOST}${JSON_KIND}Content-Length: 2\r\n\r\n{}GET /tools HTTP/1.1\r\n${HOST}${LAST}`,
    answers: [401, 200],
  },
  {
    name: 'a request behind one that closes',
    bytes: `GET /tools HTTP/1.1\r\n${HOST}${LAST}${SMUGGLED}`,
    answers: [400],
  },
];
