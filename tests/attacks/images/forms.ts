import { CANARY, hex, join, text } from './bytes.ts';

/** A request that is no good form, or a good one with a strange name. */
export interface FormAttack {
  readonly what: string;
  /** The code of the refusal; `kept` for those where only the words around the picture are strange. */
  readonly answer: string;
  readonly type?: string;
  readonly headers?: Record<string, string>;
  readonly body: Buffer;
}

const TYPE = 'multipart/form-data; boundary=frontier';
const disposition = (rest: string) => `content-disposition: form-data; ${rest}\r\n`;
const part = (head: string, bytes: Buffer | string) => join(`--frontier\r\n${head}\r\n`, bytes, '\r\n');
const END = text('--frontier--\r\n');

/** @param picture a sound picture, sent again and again under strange names */
export function formAttacks(picture: Buffer): FormAttack[] {
  const file = (name: string) => disposition(`name="image"; filename="${name}"`);
  const sent = (what: string, head: string | Buffer, answer = 'kept'): FormAttack => ({
    what,
    answer,
    body: join('--frontier\r\n', head, '\r\n', picture, '\r\n', END),
  });
  const good = part(file('a.jpg'), picture);
  const nested = `content-type: multipart/mixed; boundary=inner\r\n${disposition('name="image"')}`;

  return [
    ...NAMES.map(([what, name]) =>
      sent(`a file called ${what}`, join(`content-disposition: form-data; name="image"; filename="`, name, '"\r\n')),
    ),
    ...TYPES.map((type) =>
      sent(`a file that says it is ${type.slice(0, 60)}`, `${file('a.jpg')}content-type: ${type}\r\n`),
    ),
    sent('a name in the long form', disposition(`name="image"; filename="a.jpg"; filename*=UTF-8''..%2f..%2fx.php`)),
    sent('no name of the file', disposition('name="image"'), 'file_missing'),
    sent('no disposition', 'content-type: image/jpeg\r\n', 'multipart_expected'),
    sent('an attachment', 'content-disposition: attachment; name="image"; filename="a.jpg"\r\n', 'multipart_expected'),
    sent('a part of 20 kB of headers', `${file('a.jpg')}x-more: ${'y'.repeat(20_000)}\r\n`, 'kept'),
    ...FIELDS.map((field) =>
      sent(`the field ${field}`, disposition(`name="${field}"; filename="a.jpg"`), 'file_missing'),
    ),
    { what: 'two files', answer: 'one_file_only', body: join(good, good, END) },
    {
      what: 'two files of two fields',
      answer: 'one_file_only',
      body: join(good, part(disposition('name="b"; filename="b"'), 'b'), END),
    },
    {
      what: 'the same field as a text first',
      answer: 'file_missing',
      body: join(part(disposition('name="image"'), 'x'), good, END),
    },
    {
      what: 'twenty texts',
      answer: 'one_file_only',
      body: join(...Array.from({ length: 20 }, () => part(disposition('name="a"'), 'x')), good, END),
    },
    { what: 'no end', answer: 'multipart_expected', body: good },
    { what: 'no end and no line', answer: 'multipart_expected', body: good.subarray(0, -2) },
    { what: 'an end at once', answer: 'file_missing', body: END },
    { what: 'no part', answer: 'multipart_expected', body: Buffer.alloc(0) },
    { what: 'a file of no bytes', answer: 'file_missing', body: join(part(file('a.jpg'), ''), END) },
    {
      what: 'a form inside the form',
      answer: 'file_missing',
      body: join(part(nested, join('--inner\r\n', file('a.jpg'), '\r\n', picture, '\r\n--inner--')), END),
    },
    {
      what: 'line ends without return',
      answer: 'multipart_expected',
      body: text(join(good, END).toString('latin1').replaceAll('\r\n', '\n')),
    },
    { what: 'no type', answer: 'multipart_expected', type: '', body: join(good, END) },
    { what: 'no boundary', answer: 'multipart_expected', type: 'multipart/form-data', body: join(good, END) },
    {
      what: 'an empty boundary',
      answer: 'multipart_expected',
      type: 'multipart/form-data; boundary=',
      body: join(good, END),
    },
    {
      what: 'another boundary',
      answer: 'multipart_expected',
      type: 'multipart/form-data; boundary=border',
      body: join(good, END),
    },
    {
      what: 'a boundary of 71 letters',
      answer: 'multipart_expected',
      type: `multipart/form-data; boundary=${'x'.repeat(71)}`,
      body: join(good, END),
    },
    {
      what: 'a boundary with blanks',
      answer: 'multipart_expected',
      type: 'multipart/form-data; boundary="a b"',
      body: join(good, END),
    },
    {
      what: 'a boundary of brackets',
      answer: 'multipart_expected',
      type: 'multipart/form-data; boundary=[a]',
      body: join(good, END),
    },
    {
      what: 'two boundaries',
      answer: 'multipart_expected',
      type: `${TYPE}; boundary=other`,
      body: join(good, END),
    },
    {
      what: 'a boundary inside another parameter',
      answer: 'multipart_expected',
      type: 'multipart/form-data; charset="utf-8; boundary=frontier"',
      body: join(good, END),
    },
    {
      what: 'a parameter that does not end',
      answer: 'multipart_expected',
      type: `${TYPE}; charset="utf-8`,
      body: join(good, END),
    },
    ...['multipart/form-data;charset=UTF-8;boundary=frontier', 'Multipart/Form-Data; Boundary="frontier"; a=b;'].map(
      (type) => ({ what: `the type ${type}`, answer: 'kept', type, body: join(good, END) }),
    ),
    {
      what: 'a mixed form',
      answer: 'multipart_expected',
      type: 'multipart/mixed; boundary=frontier',
      body: join(good, END),
    },
    {
      what: 'a related form',
      answer: 'multipart_expected',
      type: 'multipart/related; boundary=frontier',
      body: join(good, END),
    },
    {
      what: 'a form in an address',
      answer: 'multipart_expected',
      type: 'application/x-www-form-urlencoded',
      body: text('image=x'),
    },
    { what: 'JSON', answer: 'multipart_expected', type: 'application/json', body: text('{"image":"x"}') },
    { what: 'a bare picture', answer: 'multipart_expected', type: 'image/jpeg', body: picture },
    { what: 'bytes', answer: 'multipart_expected', type: 'application/octet-stream', body: picture },
    { what: 'two types at once', answer: 'multipart_expected', type: `text/plain, ${TYPE}`, body: join(good, END) },
    {
      what: 'a compressed form',
      answer: 'multipart_expected',
      headers: { 'content-encoding': 'gzip' },
      body: hex('1f8b0800000000000003'),
    },
    {
      what: 'a picture in Base64',
      answer: 'kept',
      body: join(part(`${file('a.jpg')}content-transfer-encoding: base64\r\n`, picture.toString('base64')), END),
    },
  ];
}

/** Names of files that lead somewhere else, run, or break what reads them. */
const NAMES: readonly (readonly [what: string, name: Buffer | string])[] = [
  ['../../../etc/passwd', '../../../etc/passwd'],
  ['..\\..\\windows\\win.ini', '..\\\\..\\\\windows\\\\win.ini'],
  ['/etc/passwd', '/etc/passwd'],
  ['....//....//x', '....//....//x'],
  ['%2e%2e%2fx', '%2e%2e%2f%2e%2e%2fx.php'],
  ['a path in another encoding', hex('c0aec0aec0af78')],
  ['with a NUL', 'a.php\0.jpg'],
  ['with a percent NUL', 'a.php%00.jpg'],
  ['a double extension', 'a.php.jpg'],
  ['a double extension the other way', 'a.jpg.php'],
  ['a page', 'a.html'],
  ['a script in it', `a${CANARY.replaceAll('"', "'")}.jpg`],
  ['an attribute in it', "a' onerror='alert(1).jpg"],
  ['.htaccess', '.htaccess'],
  ['web.config', 'web.config'],
  ['a device of Windows', 'CON'],
  ['a stream of Windows', 'a.jpg::$DATA'],
  ['a share of Windows', '\\\\\\\\127.0.0.1\\\\share\\\\a.jpg'],
  ['a URL', 'file:///etc/passwd'],
  ['a command', 'a.jpg; id; #'],
  ['a command in a shell', '$(id).jpg'],
  ['an option', '--help'],
  ['a pipe', '|id'],
  ['a format', '%s%s%s%n.jpg'],
  ['a query', "a'; drop table tool; --.jpg"],
  ['ten thousand letters', 'a'.repeat(7_000)],
  ['two hundred folders', `${'a/'.repeat(200)}b.jpg`],
  ['backwards from its middle', Buffer.from('a\u202Egpj.php')],
  ['with no width', Buffer.from('a\u200B.jpg')],
  ['in emoji', Buffer.from('🔨🔧.jpg')],
  ['half a letter', hex('ed a0 80 2e6a7067')],
  ['a blank', ' '],
  ['a dot', '.'],
  ['two dots', '..'],
  ['nothing but an end', '.jpg'],
];

/** Types that a sender writes beside a picture. */
const TYPES = [
  'text/html',
  'image/svg+xml',
  'application/x-httpd-php',
  'application/javascript',
  'multipart/mixed; boundary=frontier',
  'application/x-msdownload',
  'message/rfc822',
  '../../etc/passwd',
  'x'.repeat(5_000),
];

const FIELDS = ['file', 'Image', 'image[]', 'image[0]', ' image', '__proto__', 'constructor', 'photo', ''];
