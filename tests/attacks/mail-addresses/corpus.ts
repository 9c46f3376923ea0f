/** Signs that end a line, a command or a text somewhere. */
export const SIGNS = ['\r\n', '\n', '\r', '\u0000', '\u0085', '\u2028', '%0d%0a', '\\r\\n', '\t', '\v'];

const TAILS = [
  'Bcc: eve@evil.example',
  'RCPT TO:<eve@evil.example>',
  '.\r\nMAIL FROM:<eve@evil.example>',
  'Subject: won',
];
const AROUND = ['sam@example.com', '<sam@example.com>', '"sam"@example.com'];
const OTHERS = [
  ...['sam@example.com,eve@evil.example', 'sam@example.com;eve@evil.example', 'sam@example.com eve@evil.example'],
  ...['Sam <sam@example.com>', 'sam@example.com <eve@evil.example>', 'group: sam@example.com, eve@evil.example;'],
  ...['"a@b.example, c"@example.com', 'sam(comment)@example.com', '@evil.example:sam@example.com', 'sam@[127.0.0.1]'],
  ...['sam@example.com\u202e', 'sam@éxample.com', 'sam\u00ad@example.com', ''],
  ...['sam@example.com>', 'sam@example.com> SIZE=1', 'sam%eve@example.com', 'sam!eve@example.com', 'sam@example'],
  ...['=?utf-8?q?sam=40example.com=0aBcc:eve?=@example.com', `${'a'.repeat(300)}@example.com`, 'sam@@example.com'],
  ...[
    '"sam\\"@evil.example>"@example.com',
    'sam@example.com@evil.example',
    'sam@evil.example\\@example.com',
    '|cat@example.com',
  ],
  ...[
    '-froot@example.com',
    '`id`@example.com',
    '$(id)@example.com',
    'sam@example.com#eve',
    'sam@example.com?bcc=eve@evil.example',
  ],
];

/** Spellings that a careless sender would turn into a second recipient, another header or another command. */
export const MORE_THAN_AN_ADDRESS = [
  ...AROUND.flatMap((address) => SIGNS.flatMap((sign) => TAILS.map((tail) => `${address}${sign}${tail}`))),
  ...SIGNS.map((sign) => `sam${sign}@example.com`),
  ...OTHERS,
];

/** Odd, but the address of one person; the mail goes there and nowhere else. */
export const ONE_ADDRESS = [
  ...[
    'sam@example.com',
    'a@b.co',
    's.a.m@example.com',
    'sam+tag@example.com',
    'sam+a+b@example.com',
    'sam+@example.com',
  ],
  ...[
    'sam_@example.com',
    '0@example.com',
    '1234567890@example.com',
    "o'brien@example.com",
    'x-ray@example.com',
    'a--b@example.com',
  ],
  ...[
    'sam@sub.example.com',
    'sam@a.b.c.d.e.example.com',
    'sam@xn--exmple-cua.com',
    'sam@example.museum',
    'sam@1and1.example',
  ],
  ...[
    'sam@123.example',
    'sam@a-b.example',
    `${'l'.repeat(64)}@example.com`,
    `sam@${'d'.repeat(63)}.example`,
    'postmaster@example.com',
  ],
  ...[
    'bcc@example.com',
    'rcpt@example.com',
    'data@example.com',
    'quit@example.com',
    'root@example.com',
    'null@example.com',
  ],
  ...[
    'undefined@example.com',
    'sam+bcc@example.com',
    'sam+to+eve@evil.example.com',
    'content-type@example.com',
    'nan@example.com',
  ],
];
