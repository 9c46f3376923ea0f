import { gzipSync } from 'node:zlib';

/** Something that stands where a call expects a JSON object. */
export interface Pathology {
  readonly name: string;
  /** Made from the body that would be right: most attacks are a right body with one thing wrong. */
  readonly body: (right: Record<string, unknown>) => string | Uint8Array;
  /** `application/json` when absent. */
  readonly type?: string;
}

const bytes = (...values: number[]) => Uint8Array.from(values);
const join = (...parts: (string | Uint8Array)[]) => Buffer.concat(parts.map((it) => Buffer.from(it)));
const text = (right: Record<string, unknown>) => JSON.stringify(right);
const [OPEN, CLOSE] = ['[', ']'];
/** The right body with the value of its first field put in as it stands. */
const first = (raw: string) => (right: Record<string, unknown>) => {
  const [key = ''] = Object.keys(right);
  return text({ ...right, [key]: '%' }).replace('"%"', () => raw);
};
/** The right body with every value replaced. */
const all = (value: unknown) => (right: Record<string, unknown>) =>
  text(Object.fromEntries(Object.keys(right).map((key) => [key, value])));
const fixed = (name: string, body: string | Uint8Array, type?: string): Pathology => ({
  name,
  body: () => body,
  ...(type === undefined ? {} : { type }),
});

/** No reading of these is a rightful wish, whatever the call. */
export const PATHOLOGIES: readonly Pathology[] = [
  // Not a JSON text.
  fixed('nothing', ''),
  fixed('white space', ' \t\r\n '),
  fixed('a byte order mark alone', bytes(0xef, 0xbb, 0xbf)),
  fixed('one NUL', '\u0000'),
  fixed('an open brace', '{'),
  fixed('a closing brace', '}'),
  { name: 'a comma at the end', body: (right) => text(right).replace(/}$/, ',}') },
  { name: 'a comma at the beginning', body: (right) => text(right).replace('{', '{,') },
  { name: 'two commas', body: (right) => text({ ...right, a: 1 }).replace(/,(?="a":1})/, ',,') },
  { name: 'no last brace', body: (right) => text(right).slice(0, -1) },
  { name: 'a second object behind it', body: (right) => text(right) + text(right) },
  { name: 'two objects on two lines', body: (right) => `${text(right)}\n${text(right)}` },
  { name: 'a byte behind it', body: (right) => `${text(right)}\u0000` },
  { name: 'a semicolon behind it', body: (right) => `${text(right)};` },
  { name: 'quotes of one stroke', body: (right) => text(right).replaceAll('"', "'") },
  { name: 'names without quotes', body: (right) => text(right).replace(/"(\w+)":/g, '$1:') },
  { name: 'a comment', body: (right) => `/* */${text(right)}` },
  { name: 'a comment to the end of the line', body: (right) => `${text(right)}// done` },
  { name: 'what hides JSON from scripts', body: (right) => `)]}',\n${text(right)}` },
  { name: 'a callback around it', body: (right) => `callback(${text(right)})` },
  { name: 'percent signs, as forms have them', body: (right) => encodeURIComponent(text(right)) },
  { name: 'base64', body: (right) => Buffer.from(text(right)).toString('base64') },
  { name: 'an equals sign for a colon', body: (right) => text(right).replaceAll(':', '=') },
  { name: 'a vertical tab as white space', body: (right) => `\u000b${text(right)}` },
  { name: 'a space that only Unicode knows', body: (right) => `\u00a0${text(right)}` },
  { name: 'a line separator as white space', body: (right) => `${text(right)}\u2028` },
  fixed('XML', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
  fixed('YAML', 'a: 1\nb: !!js/function >\n  function () {}'),
  // A JSON text, but no object.
  fixed('null', 'null'),
  fixed('true', 'true'),
  fixed('a number', '0'),
  fixed('minus zero', '-0'),
  fixed('an empty text', '""'),
  { name: 'the object as a text', body: (right) => JSON.stringify(text(right)) },
  fixed('an empty array', '[]'),
  { name: 'an array of the object', body: (right) => `[${text(right)}]` },
  { name: 'an array of its values', body: (right) => JSON.stringify(Object.values(right)) },
  { name: 'an array of pairs', body: (right) => JSON.stringify(Object.entries(right)) },
  { name: 'the object in an object', body: (right) => JSON.stringify({ body: right }) },
  // No number, or none that a machine can hold.
  { name: '1e400', body: first('1e400') },
  { name: '-1e400', body: first('-1e400') },
  { name: '1e-400', body: first('1e-400') },
  { name: 'NaN', body: first('NaN') },
  { name: 'Infinity', body: first('Infinity') },
  { name: 'undefined', body: first('undefined') },
  { name: 'a number with a plus', body: first('+1') },
  { name: 'a number with a leading zero', body: first('01') },
  { name: 'a hexadecimal number', body: first('0x10') },
  { name: 'a number that begins with its point', body: first('.5') },
  { name: 'a number that ends with its point', body: first('5.') },
  { name: 'a number of JavaScript, with a line in it', body: first('1_000') },
  { name: 'a BigInt of JavaScript', body: first('1n') },
  { name: 'a number of 50,000 digits', body: first('9'.repeat(50_000)) },
  { name: 'a number with an exponent of 50,000 digits', body: first(`1e${'9'.repeat(50_000)}`) },
  // No text.
  { name: 'an escape of one stroke', body: first('"\\x41"') },
  { name: 'half an escape', body: first('"\\u12"') },
  { name: 'a line break within a text', body: first('"a\nb"') },
  { name: 'a tab within a text', body: first('"a\tb"') },
  { name: 'a NUL within a text', body: first('"a\u0000b"') },
  { name: 'a NUL within a text, by its escape', body: first('"a\\u0000b"') },
  { name: 'half a pair of surrogates', body: first('"\\ud800"') },
  { name: 'the other half', body: first('"\\udc00"') },
  { name: 'a pair of surrogates the wrong way round', body: first('"\\udc00\\ud800"') },
  // No bytes of UTF-8.
  { name: 'a broken byte', body: (right) => join(text(right).slice(0, -1), bytes(0xff), '}') },
  { name: 'a slash that is too long', body: () => join('{"a":"', bytes(0xc0, 0xaf), '"}') },
  { name: 'a surrogate in bytes', body: () => join('{"a":"', bytes(0xed, 0xa0, 0x80), '"}') },
  { name: 'a letter that ends too early', body: () => join('{"a":"', bytes(0xe2, 0x82), '"}') },
  { name: 'UTF-16', body: (right) => Buffer.from(`\ufeff${text(right)}`, 'utf16le') },
  { name: 'UTF-16 without a mark', body: (right) => Buffer.from(text(right), 'utf16le') },
  {
    name: 'UTF-16 that says so',
    body: (right) => Buffer.from(text(right), 'utf16le'),
    type: 'application/json; charset=utf-16',
  },
  { name: 'UTF-7', body: (right) => text(right).replaceAll('"', '+ACI-'), type: 'application/json; charset=utf-7' },
  { name: 'a packed body', body: (right) => gzipSync(text(right)) },
  // Too much.
  fixed('10,000 arrays in each other', OPEN.repeat(10_000) + CLOSE.repeat(10_000)),
  fixed('10,000 objects in each other', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
  fixed('30,000 arrays that are never closed', OPEN.repeat(30_000)),
  { name: '10,000 arrays in the first field', body: first(OPEN.repeat(10_000) + CLOSE.repeat(10_000)) },
  fixed('5 MB of white space', ' '.repeat(5 * 1024 ** 2)),
  { name: '5 MB of text in the first field', body: first(`"${'x'.repeat(5 * 1024 ** 2)}"`) },
  fixed('9,000 names', `{${Array.from({ length: 9_000 }, (_, n) => `"${n}":0`).join()}}`),
  fixed('one byte too many', `{"a":"${'x'.repeat(64 * 1024 - 7)}"}`),
  // Another thing where a value should be.
  { name: 'null in every field', body: all(null) },
  { name: 'an empty array in every field', body: all([]) },
  { name: 'an empty object in every field', body: all({}) },
  { name: 'an operator of another database in every field', body: all({ $ne: null }) },
  { name: 'a look-alike of a text in every field', body: all({ length: 5, toString: 'x', valueOf: 1 }) },
  {
    name: 'an array of the value in every field',
    body: (right) => text(Object.fromEntries(Object.entries(right).map(([key, it]) => [key, [it]]))),
  },
  {
    name: 'the right name, then the same with nonsense',
    body: (right) => text(right).replace(/}$/, `,${all({})(right).slice(1)}`),
  },
  {
    name: 'names in capitals',
    body: (right) => text(Object.fromEntries(Object.entries(right).map(([key, it]) => [key.toUpperCase(), it]))),
  },
  {
    name: 'names with a NUL behind them',
    body: (right) => text(Object.fromEntries(Object.entries(right).map(([key, it]) => [`${key}\u0000`, it]))),
  },
  { name: 'only what it inherits', body: (right) => `{"__proto__":${text(right)}}` },
  { name: 'only what its constructor hands down', body: (right) => `{"constructor":{"prototype":${text(right)}}}` },
  // Another kind of body.
  { name: 'a right object that says to be text', body: text, type: 'text/plain' },
  { name: 'a right object that says to be a form', body: text, type: 'application/x-www-form-urlencoded' },
  { name: 'a right object that says to be a form in parts', body: text, type: 'multipart/form-data; boundary=x' },
  { name: 'a right object that says nothing', body: text, type: '' },
  { name: 'a right object that says two things', body: text, type: 'text/plain, application/json' },
  { name: 'a right object that hides its kind in a parameter', body: text, type: 'text/plain; a=application/json' },
  { name: 'a right object of a kind that only begins so', body: text, type: 'application/json-patch+json' },
];
